import { useEffect } from "react";
import { createRoot } from "react-dom/client";

const isLeaving = location.hash === "#leaves";

/** A page that with `#leaves` leaves behind whatever a page can, and that shows one word otherwise. */
function Page(): string {
  useEffect(() => {
    if (isLeaving) window.addEventListener("resize", note);
  });
  return "shown";
}

/** Whoever still runs after its page says so here. */
function note(): void {
  document.body.dataset.heard = "yes";
}

function leave(): void {
  setInterval(note, 0);
  const draw = (): void => {
    note();
    requestAnimationFrame(draw);
  };
  draw();
  document.addEventListener("keydown", note);
  document.onclick = note;
  new MutationObserver(note).observe(document, { childList: true, subtree: true });
  localStorage.setItem("kept", "yes");
  sessionStorage.setItem("kept", "yes");
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is for workers
  document.cookie = "kept=yes";
  document.title = "another";
  document.documentElement.lang = "zh";
  document.head.append(document.createElement("style"));
  window.fetch = () => Promise.reject(new Error("replaced"));
  window.history.pushState = note;
  Element.prototype.scrollIntoView = note;
  Reflect.set(window, "kept", "yes");
  window.history.replaceState("kept", "", "/elsewhere?kept=yes");
  performance.mark("kept");
}

createRoot(document.body.appendChild(document.createElement("main"))).render(<Page />);
if (isLeaving) leave();
