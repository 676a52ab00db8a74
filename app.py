"""Biascope's screen: navigation, the model bar, and the page chosen; no maths.

Start it with `streamlit run app.py`. Streamlit imports this file once for the `App` that it serves,
and runs it as a script for every page.
"""

if __name__ == "__main__":
    from components.frame import session
    from components.frame.present import explain
    from components.frame.shell import address, jobs_panel, login, model_bar, navigation
    from components.frame.widgets import current_page

    navigation.window()
    with explain.errors():
        session.start()
        login.gate()
    session.hold_background()  # the page may ask for an answer now
    page = navigation.pages()
    address.restore(page.url_path)
    with explain.errors():
        navigation.menu()
        model_bar.draw_model_bar()
        jobs_panel.draw_jobs_panel()
        navigation.foot()
        login.log_out_button()
        current_page.mark(page.url_path)
    try:
        with explain.errors():
            page.run()
    finally:  # also where the page stopped early
        address.keep(page.url_path)
        model_bar.look_after()
        session.set_aside()  # Streamlit collects after every run, and stops all threads meanwhile
else:
    from starlette.middleware import Middleware
    from streamlit import App

    from components.frame.shell import capitals, guard, lifetime, polls

    # Nothing that draws is imported here: components register with a server that runs already.
    around = [Middleware(guard.Guard), Middleware(capitals.Capitals), Middleware(polls.Polls)]
    app = App(__file__, middleware=around, lifespan=lifetime.lifetime)
