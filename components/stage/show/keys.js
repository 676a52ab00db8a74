// Keys of the Stage, as presenters and clickers send them.

const FORWARD = ["ArrowRight", "ArrowDown", "PageDown", " ", "Enter"];
const BACK = ["ArrowLeft", "ArrowUp", "PageUp", "Backspace"];
const LETTERS = { o: "controls", k: "back", n: "notes", t: "theme", f: "full", l: "live", b: "dark", ".": "dark" };
const TYPED = "input, textarea, select";
const MOVED = "input[type=range]"; // by arrows; letters are for the screens
const PRESSED = "button, a, summary";

/** What a key does; nothing where it is for a field, a button or the browser. */
function actOf(event) {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined;
  const at = event.composedPath()[0];
  if (key === "PageDown") return "next"; // what a clicker sends, wherever the focus is
  if (key === "PageUp") return "previous";
  if (key === "Escape") return "escape";
  if (at.matches?.(MOVED)) return key === "?" ? "help" : LETTERS[key.toLowerCase()];
  if (at.matches?.(TYPED)) return undefined;
  if ((key === " " || key === "Enter") && at.matches?.(PRESSED)) return undefined;
  if (isForGrid(event)) return undefined;
  if (FORWARD.includes(key)) return "next";
  if (BACK.includes(key)) return "previous";
  if (key === "Home") return "first";
  if (key === "End") return "last";
  if (key === "?") return "help";
  return LETTERS[key.toLowerCase()];
}

/** Whether a key writes a letter or a sign; a space may press a button. */
function isTyped({ key, ctrlKey, metaKey, altKey, isComposing }) {
  return [...key].length === 1 && key !== " " && !(ctrlKey || metaKey || altKey || isComposing);
}

/** Whether a key moves between the heads of a live screen. */
function isForGrid(event) {
  return event.key.startsWith("Arrow") && Boolean(event.composedPath()[0].closest?.(".grid"));
}
