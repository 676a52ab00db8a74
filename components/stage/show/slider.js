// A slider below a figure: what was kept is shown at once, and what is between it is asked.

class Slider {
  /** `moved(at)` hears of each position; `left()` when a finger or a mouse lets go. */
  constructor(moved, left) {
    const field = element("input", { type: "range", min: 0, max: 1 });
    this.input = field;
    this.mark = element("span", { class: "even" }, "nearest to even");
    this.track = element("div", { class: "track-of" }, [field, this.mark]);
    const ends = ["as it is", "far end"].map((text) => element("span", {}, text));
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
    this.steps = slider?.steps ?? [];
    if (!slider) return;
    this.input.step = slider.step;
    this.input.value = slider.at;
    this.input.setAttribute("aria-label", slider.label);
    this.root.style.setProperty("--even", slider.even);
    this.tell();
  }

  tell() {
    this.root.style.setProperty("--at", this.at);
    this.input.setAttribute("aria-valuetext", `${this.at} of 1`);
  }

  /** What was kept at a position; nothing between two of them. */
  stepAt(at) {
    return this.steps.find((step) => Math.abs(step.at - at) < 1e-6);
  }

  /** The kept position nearest to where the slider is. */
  get nearest() {
    const away = ({ at }) => Math.abs(at - this.at);
    return this.steps.reduce((best, step) => (away(step) < away(best) ? step : best));
  }

  focus() {
    this.input.focus();
  }
}
