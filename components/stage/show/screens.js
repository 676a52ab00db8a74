// The screens of a talk, and what a presenter does: turn them, ask the model, open the notes.

const IDLE = 3000; // milliseconds after which the controls go away again
const NOTHING_TO_ASK = "This screen has no model that can be asked. Try O on another screen.";
let notes; // the presenter's window, which stays open from one talk to the next

class Screens extends Shown {
  /** `uncover` shows the page behind. */
  constructor(root, data, send, uncover) {
    super();
    Object.assign(this, { data, send, uncover });
    this.theme = data.theme;
    this.live = true;
    this.made(root);
    this.listen();
  }

  /** Open at the screen that the address names. */
  begin() {
    this.show(Math.min(this.data.start, this.data.screens.length) - 1);
    this.screen.focus({ preventScroll: true });
  }

  /** A control was pressed; after a finger or a mouse, keys turn the screens again. */
  pressed(act, event) {
    if (event.detail) this.screen.focus({ preventScroll: true });
    this.do(act);
  }

  show(at) {
    this.at = at;
    const { current } = this;
    this.main.dataset.theme = this.theme;
    this.screen.classList.toggle("bare", !current.figure && !current.table);
    this.asking.root.hidden = true;
    this.asking.open(current);
    this.slider.open(current.live?.slider);
    this.showKept();
    this.drawDots();
    this.tell();
    remember(this.data.name, this.at + 1);
    notes?.follow(this);
    this.said.textContent = `Screen ${this.at + 1} of ${this.data.screens.length}: ${current.title}`;
    this.screen.scrollTop = this.main.scrollTop = 0;
    this.neighbours();
    this.askItsOwn();
  }

  /** Turn to another screen; before the first and after the last there is none. */
  go(at) {
    const to = Math.min(Math.max(at, 0), this.data.screens.length - 1);
    if (to !== this.at) this.show(to);
  }

  /** The notes have the title that the audience sees. */
  titled(title) {
    notes?.retitle(title);
  }

  drawDots() {
    const places = placesOf(this.data.screens, this.at, (at) => this.go(at));
    this.dots.replaceChildren(...places);
  }

  // --- what the presenter does ----------------------------------------------------------------

  listen() {
    this.hands = new Hands(this.main, [this.main, this.screen], this.asking, (act) => this.do(act));
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
      back: () => this.goBack(),
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
    if (!this.current.live) return this.sayNothingToAsk();
    const { root } = this.asking;
    root.hidden = !root.hidden;
    if (this.isAskedAnew) {
      if (root.hidden) this.showKept();
      else this.makeWay();
    }
    if (root.hidden && this.state.dataset.state === "refused") this.goBack();
    this.again();
    if (root.hidden) this.screen.focus({ preventScroll: true });
    else if (!this.slider.isOpen) this.asking.takeFocus();
    else {
      this.slider.focus(); // arrows are for it, letters for the fields
      root.scrollIntoView({ block: "nearest" });
    }
  }

  /** Say near the foot that a screen asks nothing. */
  sayNothingToAsk() {
    this.state.textContent = NOTHING_TO_ASK;
    this.say(NOTHING_TO_ASK);
  }

  /** Leave what was asked for the kept question of the screen. */
  goBack() {
    if (this.back.hidden) return;
    const { root } = this.asking;
    this.asking.open(this.current);
    this.slider.open(this.current.live?.slider);
    this.showKept();
    this.tell();
    if (this.isAskedAnew && !root.hidden) return this.controls(); // the kept figure needs the room
    if (!root.hidden) this.asking.takeFocus();
    else this.screen.focus({ preventScroll: true });
    this.askItsOwn();
  }

  /** Ask what a live screen asks by itself. */
  askItsOwn() {
    if (this.isAlive && this.live) this.asking.ask();
  }

  get isAlive() {
    return Boolean(this.current.live && !this.current.live.waits && !this.slider.isOpen);
  }

  /** Whether a kept figure is shown, or makes way for, another kind of question than its own. */
  get isAskedAnew() {
    return Boolean(this.current.live?.waits && this.state.dataset.state === "kept");
  }

  toggleHelp() {
    if (this.help.open) this.help.close();
    else this.help.showModal();
  }

  switchLive() {
    this.live = !this.live;
    if (!this.isAlive) this.tell();
    else if (this.live) this.asking.ask();
    else this.asking.give("Live is off");
  }

  escape() {
    if (!this.asking.root.hidden) return this.controls();
    if (this.slider.hasFocus) return this.screen.focus({ preventScroll: true });
    forget();
    this.uncover();
    this.send("left", this.at + 1);
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
