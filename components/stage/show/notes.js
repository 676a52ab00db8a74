// The presenter's window: what to say about the screen that the audience sees, and what comes next.
// It is filled from the Stage's own window, so it always has the screens that are presented, needs no
// server, and is open to nobody else.

const NAME = "biascope-notes";
const FEATURES = "popup,width=900,height=720";

class Notes {
  constructor(style) {
    this.started = Date.now();
    this.style = style;
  }

  /** Open the window, or bring it to the front. */
  open(talk) {
    this.talk = talk;
    this.window = window.open("", NAME, FEATURES) ?? undefined; // nothing where it is not allowed
    if (!this.window) return false;
    this.fill();
    this.window.focus();
    return true;
  }

  get isOpen() {
    return Boolean(this.window) && !this.window.closed;
  }

  /** Show the notes of the talk that is presented now, where the window is still open. */
  follow(talk) {
    if (!this.isOpen) return;
    this.talk = talk;
    if (this.host.isConnected) this.show();
    else this.fill(); // it was loaded again, which empties it
  }

  /** Name the question that is answered in place of the screen's own. */
  retitle(title) {
    if (this.isOpen && this.title) this.title.textContent = title;
  }

  fill() {
    const { document } = this.window;
    this.host?.remove();
    this.host = element("div", { class: "biascope-stage" });
    document.documentElement.lang = "en";
    document.body.replaceChildren(this.host);
    const root = this.host.attachShadow({ mode: "open" });
    root.append(element("style", {}, this.style));
    this.make(root);
    this.window.removeEventListener("keydown", this.typed, true);
    this.typed = (event) => this.type(event);
    this.window.addEventListener("keydown", this.typed, true);
    clearInterval(this.ticking);
    this.ticking = setInterval(() => this.tick(), 1000);
    this.show();
    this.tick();
  }

  make(root) {
    this.title = element("h1");
    this.count = element("p", { class: "count" });
    this.clock = element("p", { class: "clock", role: "timer", "aria-label": "Time since the start" });
    this.note = element("div", { class: "note" });
    this.questions = element("div", { class: "questions" });
    this.next = element("p", { class: "following" });
    const act = (label, does) => this.button(label, () => this.talk.do(does));
    const bar = [
      act("Previous", "previous"), act("Next", "next"), act("Black screen", "dark"),
      this.button("Restart the clock", () => this.restart()),
    ]; // prettier-ignore
    root.append(
      element("main", { class: "notes", "aria-label": "Presenter's notes" }, [
        element("div", { class: "top" }, [this.count, this.clock]),
        this.title,
        this.note,
        this.questions,
        this.next,
        element("div", { class: "bar" }, bar),
      ]),
    );
  }

  button(label, act) {
    const made = element("button", { type: "button" }, label);
    made.addEventListener("click", act);
    return made;
  }

  /** Keys move the screens that the audience sees; a clicker's go to the window in front. */
  type(event) {
    const act = actOf(event);
    if (!["next", "previous", "first", "last", "dark", "live", "theme"].includes(act)) return;
    event.preventDefault();
    inTime(event, () => this.talk.do(act));
  }

  show() {
    const { at } = this.talk;
    const { screens, title } = this.talk.data;
    const screen = screens[at];
    this.window.document.title = `Notes: ${title}`;
    this.count.textContent = `Screen ${at + 1} of ${screens.length}`;
    this.title.textContent = this.talk.title.textContent;
    const lines = (screen.note || "No note for this screen.").split(/\n+/);
    this.note.replaceChildren(...lines.map((line) => element("p", {}, line)));
    const asked = screen.questions.flatMap(({ question, answer }) => [
      element("dt", {}, question),
      element("dd", {}, answer),
    ]);
    const heading = element("h2", {}, "If someone asks");
    this.questions.replaceChildren(...(asked.length ? [heading, element("dl", {}, asked)] : []));
    const next = screens[at + 1];
    this.next.textContent = next ? `Next: ${next.title}` : "This is the last screen.";
  }

  restart() {
    this.started = Date.now();
    this.tick();
  }

  tick() {
    if (!this.isOpen) {
      clearInterval(this.ticking);
      return;
    }
    const seconds = Math.floor((Date.now() - this.started) / 1000);
    const rest = String(seconds % 60).padStart(2, "0");
    this.clock.textContent = `${Math.floor(seconds / 60)}:${rest}`;
  }
}
