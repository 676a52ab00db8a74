// A slider below a figure: what was kept or answered is shown at once, and what is between it asked.

class Slider {
  /** `moved(at)` hears of each position; `left()` when a finger or a mouse lets go. */
  constructor(moved, left) {
    const field = element("input", { type: "range", min: 0, max: 1 });
    this.input = field;
    this.mark = element("span", { class: "even" }, "nearest to even");
    this.track = element("div", { class: "track-of" }, [field, this.mark]);
    const ends = ["as it is", "full push"].map((text) => element("span", {}, text));
    this.root = element("div", { class: "slide", hidden: "" }, [ends[0], this.track, ends[1]]);
    field.addEventListener("input", () => {
      this.tell();
      moved(this.at);
    });
    field.addEventListener("pointerup", left);
  }

  get at() {
    return Number(this.input.value);
  }

  get isOpen() {
    return !this.root.hidden;
  }

  get hasFocus() {
    return this.root.getRootNode().activeElement === this.input;
  }

  /** Set it for a screen; without one it is away. */
  open(slider) {
    this.root.hidden = !slider;
    this.take(slider);
    if (!slider) return;
    this.input.step = slider.step;
    this.input.value = slider.at;
    this.input.setAttribute("aria-label", slider.label);
    this.tell();
  }

  /** Take the positions of a question; those of another one are forgotten. */
  take(curve) {
    this.curve = (this.curve ?? 0) + 1;
    this.steps = [...(curve?.steps ?? [])];
    this.mark.hidden = !curve;
    if (curve) this.root.style.setProperty("--even", curve.even);
  }

  /** Remember what the model has answered at a position, so that nobody waits for it twice. */
  remember(step) {
    if (!this.stepAt(step.at)) this.steps.push(step);
  }

  /** The name of the drawing at a position. */
  named(at) {
    return `at ${at} of ${this.curve}`;
  }

  tell() {
    this.root.style.setProperty("--at", this.at);
    this.input.setAttribute("aria-valuetext", `${this.at} of 1`);
  }

  /** What is known at a position; nothing between two of them. */
  stepAt(at) {
    return this.steps.find((step) => Math.abs(step.at - at) < 1e-6);
  }

  /** The known position nearest to where the slider is, if there is any. */
  get nearest() {
    const away = ({ at }) => Math.abs(at - this.at);
    return [...this.steps].sort((one, other) => away(one) - away(other))[0];
  }

  focus() {
    this.input.focus();
  }
}
