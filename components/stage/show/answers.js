// The part of the page between the Stage and the server: it sends what is asked, and hands on what
// is answered. It shows nothing, so that an answer never draws the Stage again.

const parts = new WeakMap(); // place on the page → what listens there

export default inOrder(
  ({ data, parentElement, setTriggerValue }) => {
    const part = parts.get(parentElement) ?? {};
    part.send = setTriggerValue;
    if (!parts.has(parentElement)) {
      part.asked = ({ detail }) => part.send("asked", detail);
      window.addEventListener("biascope-stage-ask", part.asked);
      parts.set(parentElement, part);
      window.dispatchEvent(new CustomEvent("biascope-stage-ready"));
    }
    if (data.answer && data.answer.turn !== part.turn) {
      part.turn = data.answer.turn;
      window.dispatchEvent(new CustomEvent("biascope-stage-answer", { detail: data.answer }));
    }
  },
  (parent) => {
    window.removeEventListener("biascope-stage-ask", parts.get(parent)?.asked);
    parts.delete(parent);
  },
);
