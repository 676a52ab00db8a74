from __future__ import annotations

from components.frame.widgets.blur import blurred


def test_a_blurred_sentence_keeps_its_shape_and_no_letter():
    assert blurred("Él ran, 3 × _fast_!") == "•• •••, • × ••••••!"
