// What a presenter does with keys and fingers, told to the screens as acts such as `next`.

const STALE = 100; // milliseconds that a held key may have waited while a screen was drawn
const HELD = 150; // milliseconds from one screen to the next while a key is held
const LEAST_SCROLL = 24; // pixels that a screen is taller than its window before keys scroll it
const SWIPE = 60; // pixels
const MOVE_THEMSELVES = "input, .grid, .table, .bar, .help"; // parts that a finger moves along

/** Do what a key asks, unless it is held and comes too soon, or may be released by now. */
function inTime({ repeat, timeStamp, view }, act) {
  const waited = (view ?? window).performance.now() - timeStamp;
  if (repeat && (waited > STALE || performance.now() - turned < HELD)) return;
  act();
  turned = performance.now(); // of a busy browser, drawing alone can take longer than HELD
}

let turned = 0;

/** Scroll a screen that is taller than its window, as ↓ and ↑ do until its end. */
function scrolled(rooms, key) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[key];
  const room = by && rooms.find((one) => one.scrollHeight > one.clientHeight + LEAST_SCROLL);
  if (!room) return false;
  const below = room.scrollHeight - room.clientHeight - room.scrollTop;
  if ((by > 0 ? below : room.scrollTop) < 2) return false;
  room.scrollBy({ top: by * 0.8 * room.clientHeight });
  return true;
}

class Hands {
  /** `rooms` are what may be scrolled; letters are for the fields of `asking` while they are open;
   *  `act(name)` is what the screens do. */
  constructor(main, rooms, asking, act) {
    Object.assign(this, { main, rooms, asking, act });
    this.typed = (event) => this.type(event);
    window.addEventListener("keydown", this.typed, true); // before Streamlit's own r, c and Esc
    main.addEventListener("touchstart", (event) => this.touch(event), { passive: true });
    main.addEventListener("touchend", (event) => this.swipe(event));
  }

  leave() {
    window.removeEventListener("keydown", this.typed, true);
  }

  type(event) {
    if (this.main.getRootNode().host.hidden) return;
    if (isTyped(event) && !this.asking.root.hidden && !this.main.querySelector("dialog[open]")) {
      this.asking.beginTyping(); // the letter itself follows the focus
      event.stopImmediatePropagation();
      return;
    }
    const name = actOf(event);
    if (!name) {
      if (event.key !== "Tab" && !isForGrid(event)) event.stopImmediatePropagation();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    inTime(event, () => scrolled(this.rooms, event.key) || this.act(name));
  }

  /** Remember where one finger began; two of them zoom, and some parts move by themselves. */
  touch({ touches, target }) {
    const zoomed = (window.visualViewport?.scale ?? 1) > 1.01;
    const { clientX, clientY } = touches[0];
    const own = touches.length === 1 && !zoomed && !target.closest(MOVE_THEMSELVES);
    this.from = own ? { x: clientX, y: clientY } : undefined;
  }

  swipe({ changedTouches: [{ clientX, clientY }] }) {
    if (!this.from) return;
    const [x, y] = [clientX - this.from.x, clientY - this.from.y];
    this.from = undefined;
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) this.act(x < 0 ? "next" : "previous");
  }
}
