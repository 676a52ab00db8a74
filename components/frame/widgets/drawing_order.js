// Written before the script of every component of ours (custom_component.py).
//
// Streamlit draws again at each change without waiting for the drawing before. While a script is
// still loading, several drawings wait for it, and the browser may start them in any order. A
// drawing that was overtaken is cleaned up right after it ran: if it was drawn last although it
// is older, the newest one is drawn again.

const KEPT = 8; // drawings; more never wait for one script

/** Streamlit's entry point that draws `draw(component)`, and closes what left the page. */
function inOrder(draw, close = () => {}) {
  const drawings = new WeakMap();
  return (component) => {
    const parent = component.parentElement;
    if (!parent.isConnected) return undefined; // left the page while the script was loading
    drawings.set(parent, [...(drawings.get(parent) ?? []), component].slice(-KEPT));
    draw(component);
    return () => {
      if (!parent.isConnected) {
        drawings.delete(parent);
        close(parent);
        return;
      }
      const all = drawings.get(parent) ?? [];
      const rest = all.filter((other) => other !== component);
      drawings.set(parent, rest);
      if (rest.length && all.at(-1) === component) draw(rest.at(-1));
    };
  };
}
