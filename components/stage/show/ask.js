// What the presenter asks the model during a talk: texts that are typed and heads that are clicked.
// The question goes to a part of the page that answers it; what does not come in time is left out,
// and what cannot be asked is said above the fields.

const ITS_OWN = "The screen shows this already: type another sentence, or other words.";
const PATIENCE = 2000; // milliseconds until the kept figure is shown instead
const AGAIN = 3000; // milliseconds until the same is asked again, such as while a model is loaded
const LONGER = 1.4; // times that, after each try
const RARELY = 30000; // milliseconds; not less often than that
const AHEAD = 500; // milliseconds that a screen is shown before anything is measured ahead for it
const ASK = "biascope-stage-ask";
const ANSWER = "biascope-stage-answer";
const READY = "biascope-stage-ready"; // whoever answers has just come to the page

class Asking {
  /** `changed(state, answer, why)` hears of every change: `asked`, `asking`, `live`, `late`,
   *  `refused`, `kept`. `position()` is that of the slider, if there is one. */
  constructor(changed, position) {
    Object.assign(this, { changed, position });
    this.root = element("form", { class: "ask", hidden: "" });
    this.problem = element("p", { class: "problem", role: "alert" });
    this.turn = 0;
    this.heard = ({ detail }) => this.hear(detail);
    this.again = () => {
      if (this.ahead) this.sendAhead();
      if (this.pending) this.send();
    };
    window.addEventListener(ANSWER, this.heard);
    window.addEventListener(READY, this.again);
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask();
      this.takeFocus(); // the next sentence is typed over this one
    });
  }

  /** Whether the controls hold another question than the one whose answer was kept. */
  get isChanged() {
    const { fields, grid } = this.screen.live;
    const heads = grid?.masked ?? [];
    if (this.masked.size !== heads.length || heads.some((head) => !this.masked.has(head))) return true;
    return fields.some(({ name, value }) => this.inputs.get(name).value.trim() !== value.trim());
  }

  /** Say above the fields why a question cannot be asked; nothing takes it back. */
  say(problem = "") {
    this.problem.replaceChildren(problem);
  }

  /** The field that letters are for: the one with the focus, or the first. */
  get field() {
    const { activeElement } = this.root.getRootNode();
    return this.root.contains(activeElement) && activeElement.matches("input")
      ? activeElement
      : this.root.querySelector("input");
  }

  /** Give the focus to a field, with its text selected, so that what is typed takes its place. */
  takeFocus() {
    const field = this.field ?? this.root.querySelector("button");
    field?.focus();
    field?.select?.();
  }

  /** Give a letter's focus to a field; from the slider, it takes the place of the text there. */
  beginTyping() {
    const from = this.root.getRootNode().activeElement;
    this.field.focus();
    if (from?.matches?.("[type=range]")) this.field.select();
  }

  leave() {
    for (const timer of [this.timer, this.later, this.soon]) clearTimeout(timer);
    window.removeEventListener(ANSWER, this.heard);
    window.removeEventListener(READY, this.again);
  }

  send() {
    window.dispatchEvent(new CustomEvent(ASK, { detail: this.pending }));
  }

  /** Have measured what a slider will ask while its screen is shown; nobody waits for it. */
  lookAhead(screen) {
    clearTimeout(this.soon);
    this.ahead = undefined;
    if (!screen?.live?.slider) return;
    this.soon = setTimeout(() => {
      this.ahead = screen.key;
      this.sendAhead();
    }, AHEAD);
  }

  sendAhead() {
    window.dispatchEvent(new CustomEvent(ASK, { detail: { key: this.ahead, ahead: true } }));
  }

  /** Make the controls of a screen; nothing is asked yet. */
  open(screen) {
    this.stop();
    this.lookAhead(screen);
    this.screen = screen;
    this.inputs = new Map();
    this.typed = {}; // the fields of the last question
    this.own = false;
    this.say();
    this.root.replaceChildren(this.problem);
    if (!screen?.live) return;
    const { fields, grid } = screen.live;
    for (const { name, label, value } of fields) {
      const made = field("input", name, label, { type: "text" });
      made.input.value = value;
      this.inputs.set(name, made.input);
      this.root.append(made.box);
    }
    this.root.append(element("button", { type: "submit" }, "Ask the model"));
    this.masked = new Set(grid?.masked ?? []);
    if (grid) this.root.append(this.gridOf(grid));
  }

  gridOf({ layers, heads, label }) {
    const cells = [];
    for (let layer = 1; layer <= layers; layer += 1) {
      for (let head = 1; head <= heads; head += 1) cells.push(this.cell(`${layer}-${head}`));
    }
    const box = element("div", { class: "grid", role: "group", "aria-label": label }, cells);
    box.style.setProperty("--heads", heads);
    box.addEventListener("keydown", (event) => this.moveIn(event, cells, heads));
    cells.forEach((cell, at) => cell.setAttribute("tabindex", at ? -1 : 0));
    return box;
  }

  cell(name) {
    const attributes = { type: "button", class: "head", title: name, "aria-label": `Head ${name}` };
    const button = element("button", attributes);
    button.setAttribute("aria-pressed", this.masked.has(name));
    button.addEventListener("click", () => {
      if (!this.masked.delete(name)) this.masked.add(name);
      button.setAttribute("aria-pressed", this.masked.has(name));
      this.ask();
    });
    return button;
  }

  moveIn(event, cells, heads) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -heads, ArrowDown: heads };
    const at = cells.indexOf(event.composedPath()[0]);
    const next = cells[at + steps[event.key]];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    cells[at].setAttribute("tabindex", -1);
    next.setAttribute("tabindex", 0);
    next.focus();
  }

  /** Ask what the controls hold now. */
  ask() {
    if (!this.screen?.live) return;
    this.fields = Object.fromEntries([...this.inputs].map(([name, input]) => [name, input.value]));
    if (this.screen.live.grid) this.fields.heads = [...this.masked].join(" ");
    this.typed = this.fields;
    this.own = this.isChanged;
    if (this.screen.live.waits && !this.own) return this.say(ITS_OWN);
    this.changed("asked");
    if (this.screen.live.slider) return this.askAt(this.position(), this.own);
    this.begin(false);
  }

  /** Ask the last question at a position of the slider.
   *  @param {boolean} steps - whether all other positions are wanted with it */
  askAt(position, steps = false) {
    this.fields = { ...this.typed, position: String(position) };
    this.begin(steps);
  }

  begin(steps) {
    this.tries = 0;
    this.whole = false;
    this.steps = steps;
    this.changed("asking");
    this.put();
  }

  /** Ask for what was left out of an answer because it takes longer; meanwhile that is shown. */
  askRest() {
    this.tries = 0;
    this.whole = true;
    this.put();
  }

  put() {
    const { screen, fields, whole, steps } = this;
    clearTimeout(this.timer);
    this.tries += 1;
    const turn = (this.turn += 1);
    this.timer = setTimeout(() => this.late("The model did not answer in time"), PATIENCE);
    this.pending = { turn, key: screen.key, fields, whole, steps };
    this.send();
  }

  hear(answer) {
    if (answer.turn !== this.turn) return; // another question was asked since, or it is too late
    clearTimeout(this.timer);
    this.pending = undefined;
    if (answer.late) this.late(answer.problem, answer);
    else if (answer.problem) this.give(answer.problem, answer);
    else {
      this.say();
      this.changed("live", answer);
      if (answer.partial) this.askRest();
    }
  }

  /** Show the kept figure, or a part of the answer, and ask again soon, which nobody sees.
   *  A question of one's own has no kept figure: its answer is waited for. */
  late(why, answer) {
    this.stop();
    const own = answer ? !answer.kept : this.own;
    if (own) this.say();
    if (!this.whole) this.changed(own ? "late" : "kept", answer, why);
    const { turn } = this;
    const wait = Math.min(RARELY, AGAIN * LONGER ** (this.tries - 1));
    clearTimeout(this.later);
    this.later = setTimeout(() => turn === this.turn && this.put(), wait);
  }

  /** Wait for no answer: a question of one's own is refused, that of the screen has its figure. */
  give(why, answer) {
    this.stop();
    const refused = answer && !answer.kept;
    this.say(refused ? `${why}.` : "");
    this.changed(refused ? "refused" : "kept", answer, why);
  }

  /** Wait for nothing; an answer that comes is too late. */
  stop() {
    clearTimeout(this.timer);
    this.turn += 1;
    this.pending = undefined;
  }
}
