// The screens of a talk: one is shown, with the figure that was kept or the answer of the model.

const IDLE = 3000; // milliseconds after which the controls go away again
let notes; // the presenter's window, which stays open from one talk to the next

class Screens {
  /** `uncover` shows the page behind. */
  constructor(root, data, send, uncover) {
    Object.assign(this, { data, send, uncover });
    this.theme = data.theme;
    this.live = true;
    this.asking = new Asking((state, answer, why) => this.answered(state, answer, why));
    this.figures = new Figures(data.plotly);
    this.made(root);
    this.listen();
  }

  /** Open at the screen that the address names. */
  begin() {
    this.show(Math.min(this.data.start, this.data.screens.length) - 1);
    this.screen.focus({ preventScroll: true });
  }

  // --- parts ----------------------------------------------------------------------------------

  made(root) {
    this.title = element("h1");
    this.reading = element("p", { class: "reading" });
    this.state = element("p", { class: "state" });
    this.said = element("p", { class: "only-read", role: "status" });
    this.dots = element("nav", { class: "dots", "aria-label": "Screens" });
    Object.assign(this, barOf((act, event) => this.pressed(act, event)));
    this.help = helpOf(() => this.toggleHelp());
    this.cover = element("div", { class: "cover", hidden: "" });
    this.screen = element("section", { class: "screen", tabindex: "-1" }, [
      element("header", {}, [this.title, this.reading]),
      element("div", { class: "middle" }, [this.figures.root, this.asking.root]),
      element("footer", {}, [this.state, this.dots]),
    ]);
    this.main = element("main", { class: "stage" }, [
      this.screen, this.bar, this.help, this.said, this.cover,
    ]); // prettier-ignore
    this.main.setAttribute("aria-label", this.data.title);
    root.append(this.main);
  }

  /** A control was pressed; after a finger or a mouse, keys turn the screens again. */
  pressed(act, event) {
    if (event.detail) this.screen.focus({ preventScroll: true });
    this.do(act);
  }

  // --- one screen -----------------------------------------------------------------------------

  get current() {
    return this.data.screens[this.at];
  }

  get colours() {
    return this.theme === "dark" ? this.data.colours : undefined;
  }

  name(screen) {
    return `${screen.key}/${this.theme}`;
  }

  show(at) {
    this.at = at;
    const { current } = this;
    this.main.dataset.theme = this.theme;
    this.screen.classList.toggle("bare", !current.figure && !current.table);
    this.asking.root.hidden = true;
    this.asking.open(current);
    this.answer = undefined;
    this.write(current);
    this.drawCurrent();
    this.drawDots();
    this.tell();
    remember(this.data.name, this.at + 1);
    notes?.follow(this);
    this.said.textContent = `Screen ${this.at + 1} of ${this.data.screens.length}: ${current.title}`;
    this.screen.scrollTop = this.main.scrollTop = 0;
    this.neighbours();
    if (current.live && this.live) this.asking.ask();
  }

  /** Turn to another screen; before the first and after the last there is none. */
  go(at) {
    const to = Math.min(Math.max(at, 0), this.data.screens.length - 1);
    if (to !== this.at) this.show(to);
  }

  write({ title, reading }) {
    this.title.textContent = title;
    this.reading.textContent = reading;
  }

  drawCurrent() {
    const name = this.name(this.current);
    this.figures.draw(name, this.current, this.colours);
    this.figures.show(name);
  }

  /** Draw what is near while nothing else happens, and forget what is far. */
  neighbours() {
    const near = [];
    for (let by = 1; by <= NEAREST; by += 1) near.push(this.at + by, this.at - by);
    const screens = near.map((at) => this.data.screens[at]).filter(Boolean);
    const keep = new Set([this.name(this.current), ...screens.map((screen) => this.name(screen))]);
    this.figures.keep(keep);
    clearTimeout(this.later);
    this.later = setTimeout(async () => {
      for (const screen of screens) await this.figures.draw(this.name(screen), screen, this.colours);
    }, 120);
  }

  drawDots() {
    const places = placesOf(this.data.screens, this.at, (at) => this.go(at));
    this.dots.replaceChildren(...places);
  }

  // --- live or kept ---------------------------------------------------------------------------

  answered(state, answer, why) {
    if (state === "live") return this.showAnswer(answer);
    if (state === "kept") {
      this.answer = undefined;
      this.write(this.current);
      this.drawCurrent();
      this.said.textContent = `${why}. The kept figure is shown.`;
    }
    this.tell(state, why);
  }

  showAnswer(answer) {
    const { current } = this;
    const number = (this.answers = (this.answers ?? 0) + 1);
    // What is as it was kept is not drawn again, so that nothing moves.
    const same = alike(answer.figure, current.figure);
    const name = same ? this.name(current) : `${current.key}/live ${number}/${this.theme}`;
    const colours = this.theme === "dark" ? answer.colours : undefined;
    this.figures.draw(name, answer, same ? this.colours : colours).then(() => {
      if (this.current !== current || this.answers !== number) return; // a later one came first
      this.answer = answer;
      this.reading.textContent = answer.reading; // before the figure: it decides the room
      this.figures.show(name);
      this.said.textContent = answer.reading;
      this.tell("live");
      this.neighbours();
    });
  }

  /** Where the figure comes from, in small type. */
  tell(state = "kept", why = "") {
    const { from, kept, live, changed } = this.current;
    const texts = { live: `Live · ${this.answer?.from ?? from}`, asking: this.state.textContent || kept };
    const text = texts[state] ?? [kept, from].filter(Boolean).join(" · ");
    this.state.textContent = [text, why && `${why}: kept figure`, changed].filter(Boolean).join(" · ");
    this.state.dataset.state = state;
    this.figures.refit(); // a longer line leaves the figure less room
    this.buttons.controls.hidden = this.buttons.live.hidden = !live;
    this.buttons.live.setAttribute("aria-pressed", this.live);
  }

  // --- what the presenter does ----------------------------------------------------------------

  listen() {
    this.hands = new Hands(this.main, [this.main, this.screen], (act) => this.do(act));
    this.sized = () => this.again();
    window.addEventListener("resize", this.sized);
    this.main.addEventListener("pointermove", () => this.wake());
    this.main.addEventListener("focusin", ({ target }) => target !== this.screen && this.wake());
  }

  do(act) {
    const acts = {
      next: () => this.go(this.at + 1),
      previous: () => this.go(this.at - 1),
      first: () => this.go(0),
      last: () => this.go(this.data.screens.length - 1),
      controls: () => this.controls(),
      notes: () => this.openNotes(),
      theme: () => this.again((this.theme = this.theme === "dark" ? "light" : "dark")),
      full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
      live: () => this.switchLive(),
      dark: () => this.cover.toggleAttribute("hidden"),
      help: () => this.toggleHelp(),
      escape: () => this.escape(),
    }; // prettier-ignore
    if (this.help.open) return this.toggleHelp();
    if (act === "escape" && !this.cover.hidden) return acts.dark(); // the talk goes on
    if (act !== "dark") this.cover.hidden = true;
    acts[act]?.();
  }

  openNotes() {
    notes ??= new Notes(this.data.style);
    const opened = notes.open(this);
    if (!opened) this.said.textContent = "The browser opens no second window; allow it for this page.";
  }

  controls() {
    this.wake();
    if (!this.current.live) return this.buttons.next.focus();
    const { root } = this.asking;
    root.hidden = !root.hidden;
    this.again();
    if (root.hidden) this.screen.focus({ preventScroll: true });
    else root.querySelector("input, button").focus();
  }

  toggleHelp() {
    if (this.help.open) this.help.close();
    else this.help.showModal();
  }

  switchLive() {
    this.live = !this.live;
    if (!this.current.live) this.tell();
    else if (this.live) this.asking.ask();
    else this.asking.give("Live is off");
  }

  escape() {
    if (!this.asking.root.hidden) return this.controls();
    forget();
    this.uncover();
    this.send("left", true);
  }

  /** Draw all figures again: the room or the colours have changed. */
  again() {
    clearTimeout(this.sizing);
    this.sizing = setTimeout(() => {
      this.figures.clear();
      this.main.dataset.theme = this.theme;
      if (this.answer) return this.showAnswer(this.answer);
      this.drawCurrent();
      this.neighbours();
    }, 60);
  }

  wake() {
    this.main.classList.add("awake");
    clearTimeout(this.sleeping);
    this.sleeping = setTimeout(() => this.main.classList.remove("awake"), IDLE);
  }

  update(data, send) {
    const same = data.stamp === this.data.stamp && data.name === this.data.name;
    const { key } = this.current;
    Object.assign(this, { data, send });
    if (same) return;
    this.figures.clear();
    const moved = data.screens.findIndex((screen) => screen.key === key);
    this.show(moved < 0 ? Math.min(this.at, data.screens.length - 1) : moved);
  }

  leave() {
    for (const timer of [this.later, this.sizing, this.sleeping]) clearTimeout(timer);
    forget();
    this.asking.leave();
    this.hands.leave();
    window.removeEventListener("resize", this.sized);
  }
}
