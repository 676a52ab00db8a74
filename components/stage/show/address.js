// The address of a talk: it names the collection and the screen, so a reload opens the same one.

const AGAIN_IN = 1000; // milliseconds; browsers refuse many changes in a short time
let waiting;

/** Set the place in the address, without loading anything. */
function remember(name, number) {
  clearTimeout(waiting);
  const url = new URL(window.location.href);
  url.searchParams.set("collection", name);
  url.searchParams.set("stage", number);
  try {
    window.history.replaceState(window.history.state, "", url);
  } catch {
    waiting = setTimeout(() => remember(name, number), AGAIN_IN);
  }
}

/** Leave the address as it is. */
function forget() {
  clearTimeout(waiting);
}
