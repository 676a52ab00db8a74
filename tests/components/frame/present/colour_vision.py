"""How colours look to people who see fewer of them, and how different two colours look."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Colour = NDArray[np.float64]  # [3], linear red, green and blue, or lightness and two hues

# Of linear red, green and blue; severity 1.0. Source: Machado, Oliveira and Fernandes 2009, "A
# physiologically-based model for simulation of color vision deficiency", table of matrices.
# Achromatopsia: the luminance of sRGB alone (IEC 61966-2-1).
_MATRICES = {
    "full colour vision": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
    "achromatopsia": np.array([[0.2126, 0.7152, 0.0722]] * 3),
}
KINDS = tuple(_MATRICES)
# From linear sRGB to XYZ under D65 (IEC 61966-2-1).
_TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
_WHITE = np.array([0.95047, 1.0, 1.08883])


def difference(one: str, other: str, kind: str) -> float:
    """How different two colours look, as CIEDE2000: from 0, 1 is just seen, 100 black on white.

    Args:
        one, other: `#rrggbb`.
        kind: one of `KINDS`.
    """
    return ciede2000(
        *(_lab(np.clip(_MATRICES[kind] @ _linear(each), 0, 1)) for each in (one, other))
    )


def _linear(colour: str) -> Colour:
    parts = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    linear: Colour = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return linear


def _lab(linear: Colour) -> Colour:
    ratio = _TO_XYZ @ linear / _WHITE
    x, y, z = np.where(ratio > 216 / 24389, np.cbrt(ratio), (24389 / 27 * ratio + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def ciede2000(one: Colour, other: Colour) -> float:
    """The difference of two colours in CIELAB.

    Source: Sharma, Wu and Dalal 2005, "The CIEDE2000 color-difference formula".
    """
    chroma = (np.hypot(*one[1:]) + np.hypot(*other[1:])) / 2
    stretch = 1 + 0.5 * (1 - np.sqrt(chroma**7 / (chroma**7 + 25**7)))
    (l1, c1, h1), (l2, c2, h2) = (_polar(each, stretch) for each in (one, other))
    grey = c1 * c2 == 0
    turn = 0.0 if grey else (h2 - h1 + 180) % 360 - 180
    hue = h1 + h2 if grey else h1 + turn / 2
    light, mean = (l1 + l2) / 2, (c1 + c2) / 2
    by_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * mean)
    weight = (
        1
        - 0.17 * np.cos(np.radians(hue - 30))
        + 0.24 * np.cos(np.radians(2 * hue))
        + 0.32 * np.cos(np.radians(3 * hue + 6))
        - 0.20 * np.cos(np.radians(4 * hue - 63))
    )
    by_hue = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2)) / (1 + 0.015 * mean * weight)
    angle = 60 * np.exp(-((((hue % 360) - 275) / 25) ** 2))
    rotation = -np.sin(np.radians(angle)) * 2 * np.sqrt(mean**7 / (mean**7 + 25**7))
    total = by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue
    return float(np.sqrt(total))


def _polar(lab: Colour, stretch: float) -> tuple[float, float, float]:
    """Lightness, chroma and hue (degrees)."""
    red = lab[1] * stretch
    hue = float(np.degrees(np.arctan2(lab[2], red)) % 360)
    return float(lab[0]), float(np.hypot(red, lab[2])), hue
