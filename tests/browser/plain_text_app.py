"""Hostile text as the app writes it, in every way it is written; for its browser test."""

from __future__ import annotations

import streamlit as st

from components.frame.present import explain

TEXTS = (
    "<img src=x onerror=alert(1)> <script>alert(2)</script> <b>x</b>",
    "&copy; &lt;b&gt; &amp; &#35;",
    "[l](http://a.example/x) ![i](http://a.example/i.png) <http://a.example>",
    "www.a.example http://a.example/x https://a.example me@a.example me.@a.example",
    "**b** __u__ *i* ~~s~~ `c` ==m== H~2~O x^2^ $x$ $$y$$ [^1] {group} %%",
    "# h",
    "1. one",
    "- item",
    "> quote",
    "| a | b |",
    "    code",
    ":smile: :+1: :material/home: :streamlit: :red[x] :gray-background[x] :small[x] :100:",
    "a -> b <- c <-> d -- e --- f >= g <= h ~= i ->> j",
    "\\ \\\\ a\\",
    "(c) (tm) ... “q” ‘s’",
    "\u202eabc\u202c قالت e\u0301",
)

for number, text in enumerate(TEXTS):
    for way, markdown in (
        ("plain", explain.plain(text)),
        ("grey", f":gray[{explain.plain(text)}]"),
        ("bold", f"**{explain.plain(text)}**"),
        ("title", f"### {explain.plain(text)}"),
    ):
        with st.container(key=f"{way}-{number}"):
            st.markdown(markdown, anchors=False)
    with st.container(key=f"alert-{number}"):
        st.error(explain.plain(text))
st.text("drawn")
