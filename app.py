"""Biascope's screen: navigation, the model bar, and the page chosen; no maths.

Start it with `streamlit run app.py`.
"""

import streamlit as st

from components import explain, jobs_panel, model_bar, navigation

st.set_page_config(page_title="Biascope", page_icon=":material/contrast:", layout="wide")

page = navigation.pages()
with explain.errors():
    navigation.brand()
    model_bar.draw()
    navigation.menu()
    jobs_panel.draw()
with explain.errors():
    page.run()
model_bar.examine()
