// One screen as an audience sees it: the kept figure under its claim, or under a title of its own
// what somebody asks, with the answer of the model or why there is none.

const TO_KEPT = "Back to the kept figure";
const TO_COME = "The answer appears here";
const UNNAMED = "Your question"; // where nobody is there to name it

class Shown {
  made(root) {
    this.asking = new Asking(
      (state, answer, why) => this.answered(state, answer, why),
      () => this.slider.at,
    );
    this.slider = new Slider(
      (at) => this.slid(at),
      () => this.screen.focus({ preventScroll: true }), // so that keys turn the screens again
    );
    this.figures = new Figures(this.data.plotly);
    this.title = element("h1");
    this.reading = element("p", { class: "reading" });
    this.state = element("p", { class: "state" });
    this.said = element("p", { class: "only-read", role: "status" });
    this.vacant = element("p", { class: "vacant", hidden: "" }); // in place of a figure
    this.back = element("button", { type: "button", class: "back", hidden: "" }, TO_KEPT);
    this.back.addEventListener("click", (event) => this.pressed("back", event));
    this.figures.root.append(this.vacant);
    this.dots = element("nav", { class: "dots", "aria-label": "Screens" });
    Object.assign(this, barOf((act, event) => this.pressed(act, event)));
    this.help = helpOf(() => this.toggleHelp());
    this.cover = element("div", { class: "cover", hidden: "" });
    this.screen = element("section", { class: "screen", tabindex: "-1" }, [
      element("header", {}, [this.title, this.reading]),
      element("div", { class: "middle" }, [this.figures.root, this.slider.root, this.asking.root]),
      element("footer", {}, [this.state, this.back, this.dots]),
    ]);
    this.main = element("main", { class: "stage" }, [
      this.screen, this.bar, this.help, this.said, this.cover,
    ]); // prettier-ignore
    this.main.setAttribute("aria-label", this.data.title);
    root.append(this.main);
  }

  // --- kept -----------------------------------------------------------------------------------

  get current() {
    return this.data.screens[this.at];
  }

  get colours() {
    return this.theme === "dark" ? this.data.colours : undefined;
  }

  name(screen) {
    return `${screen.key}/${this.theme}`;
  }

  /** Write what stands above a figure: the claim of the screen, or what somebody asks. */
  write(title, reading) {
    writeInto(this.title, title);
    writeInto(this.reading, reading);
    this.back.hidden = title === this.current.title;
    this.titled(title);
  }

  /** Show the screen as it was kept. */
  showKept() {
    const { current } = this;
    this.answer = this.step = undefined;
    this.turn();
    this.leaveVacant();
    this.write(current.title, current.reading);
    this.drawCurrent();
  }

  /** Show what was kept at a position of the slider, or ask for it. */
  slid(at) {
    const step = this.slider.stepAt(at);
    if (!step) return this.asking.askAt(at);
    this.asking.stop();
    this.showStep(step);
  }

  /** @param {string} why - there is no newer answer */
  showStep(step, why = "") {
    const { current } = this;
    const number = this.turn();
    const name = `${current.key}/${this.slider.named(step.at)}/${this.theme}`;
    this.figures.draw(name, step, this.colours).then(() => {
      if (this.current !== current || this.answers !== number) return; // moved on since
      this.answer = undefined;
      this.step = step;
      this.write(step.title, step.reading);
      this.leaveVacant();
      this.figures.show(name);
      this.say(step.reading);
      this.tell(step.live ? "live" : "kept", why);
    });
  }

  drawCurrent() {
    const name = this.name(this.current);
    this.figures.draw(name, this.current, this.colours);
    this.figures.show(name);
  }

  /** Show no figure, since the kept one answers another question.
   *  @param {string} why - what stands in its place */
  showVacant(title, why) {
    this.answer = undefined;
    this.turn();
    this.write(title || UNNAMED, "");
    this.vacant.textContent = why;
    this.vacant.hidden = false;
    this.figures.show(undefined);
  }

  /** Leave the kept figure out while a question of another kind is typed in a part of its room. */
  makeWay() {
    this.vacant.textContent = TO_COME;
    this.vacant.hidden = false;
    this.figures.show(undefined);
  }

  leaveVacant() {
    this.vacant.hidden = true;
  }

  /** What is drawn from now on is newer than what is still being drawn. */
  turn() {
    this.answers = (this.answers ?? 0) + 1;
    return this.answers;
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

  /** Draw all figures again: the room or the colours have changed. */
  again() {
    clearTimeout(this.sizing);
    this.sizing = setTimeout(() => {
      this.figures.clear();
      this.main.dataset.theme = this.theme;
      if (this.answer) return this.showAnswer(this.answer);
      if (this.step) return this.showStep(this.step);
      if (this.vacant.hidden) this.drawCurrent();
      this.neighbours();
    }, 60);
  }

  // --- live -----------------------------------------------------------------------------------

  answered(state, answer, why) {
    if (state === "live") {
      this.toSlider(answer);
      return this.showAnswer(answer);
    }
    if (state === "asked") return this.slider.take(this.asking.own ? undefined : this.current.live.slider);
    if (state === "asking") this.live = true;
    const near = this.slider.isOpen && this.slider.nearest;
    if (near && (state === "kept" || state === "late")) return this.showStep(near, why);
    if (state === "kept") {
      this.showKept();
      this.say(`${why}. The kept figure is shown.`);
    }
    if (state === "late") {
      this.showVacant(answer?.title, "Computing …");
      this.say(`${this.title.textContent}. Computing.`);
    }
    if (state === "refused") {
      this.showVacant(answer.title, "No answer"); // the reason is read out at the fields
      this.asking.root.hidden = false;
      this.asking.takeFocus();
    }
    this.tell(state, state === "kept" ? why : "");
  }

  /** Tell a screen reader, once. */
  say(text) {
    if (this.said.textContent !== text) this.said.textContent = text;
  }

  showAnswer(answer) {
    const { current } = this;
    const number = this.turn();
    // What is as it was kept is not drawn again, so that nothing moves.
    const same = alike(answer.figure, current.figure);
    const name = same ? this.name(current) : `${current.key}/live ${number}/${this.theme}`;
    const colours = this.theme === "dark" ? answer.colours : undefined;
    const title = answer.title || current.title;
    this.figures.draw(name, { ...answer, title }, same ? this.colours : colours).then(() => {
      if (this.current !== current || this.answers !== number) return; // a later one came first
      this.answer = answer;
      this.step = undefined;
      // Before the figure: it decides the room.
      this.write(title, answer.reading);
      this.leaveVacant();
      this.figures.show(name);
      this.say([answer.title, answer.reading].filter(Boolean).join(". "));
      this.tell("live");
      this.neighbours();
    });
  }

  /** Hand an answer's positions to the slider; one that is not complete yet is asked again. */
  toSlider({ slider, partial, title, reading, alt, figure, from }) {
    if (!this.slider.isOpen || partial) return;
    const live = true;
    if (slider) this.slider.take({ ...slider, steps: slider.steps.map((step) => ({ ...step, live })) });
    const step = { at: this.slider.at, title: title || this.current.title, reading, alt, figure, from };
    this.slider.remember({ ...step, live });
  }

  /** Where the figure comes from, in small type. */
  tell(state = "kept", why = "") {
    const { kept, live, changed } = this.current;
    const from = this.step?.from ?? this.current.from;
    const texts = {
      live: `Live · ${this.answer?.from ?? from}`,
      asking: this.state.textContent || kept,
      late: "Computing …",
      refused: "No answer",
    };
    const text = texts[state] ?? [kept, from].filter(Boolean).join(" · ");
    const more = state === "asking" ? [] : [why && `${why}: ${this.step ? "nearest position" : "kept figure"}`, changed];
    this.state.textContent = [text, ...more].filter(Boolean).join(" · ");
    this.state.dataset.state = state;
    this.figures.refit(); // a longer line leaves the figure less room
    this.buttons.controls.hidden = !live;
    this.buttons.live.hidden = !live || live.waits || Boolean(live.slider);
    this.buttons.live.setAttribute("aria-pressed", this.live);
  }
}
