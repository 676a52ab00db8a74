// Written before the script of every component of ours (custom_component.py).
//
// Streamlit sends an event a moment after it happened. Where a part of the page that draws itself
// again every few seconds asks for that in this moment, the event goes out with both messages.
// Each event has a name of its own, so that the second copy is known.

const LOADED = `${Date.now()}-${Math.random()}`; // other than in other windows, or before a reload
let events = 0;

/** Streamlit's `setTriggerValue`, with which `custom_component.sent` knows a copy of an event. */
function once(send) {
  return (name, value) => send(name, { event: `${LOADED}-${++events}`, value });
}
