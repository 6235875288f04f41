import { once } from "node:events";
import { monotonicMs } from "@primacy/lab";
import type { OpenPage, Sentence } from "@primacy/lab/measure";
import { launchChromium } from "@primacy/ui/testing";
import { words } from "../../e2e/words";

/** Opens a page of the console in Chromium with the session of `cookie` and follows what its picture says of hosts and address. */
export function openPage(baseUrl: string, cookie: string): OpenPage {
  return async (path, address, onSentence, signal) => {
    // The measurement undoes what it began at a signal.
    const browser = await launchChromium({ leavesSignals: true });
    try {
      const context = await browser.newContext({
        locale: "en-US",
        viewport: { width: 1440, height: 900 },
        extraHTTPHeaders: { cookie },
      });
      const page = await context.newPage();
      // The browser and this process share the machine's clock; the watch of the kernels has another.
      await page.exposeFunction("reportSentence", (sentence: Sentence, drawnAt: number) =>
        onSentence(sentence, monotonicMs() - (Date.now() - drawnAt)),
      );
      await page.addInitScript({ content: followPicture(words.en.heldByKernelOf("", address)) });
      await page.goto(`${baseUrl}${path}`);
      if (!signal.aborted) await once(signal, "abort");
    } finally {
      await browser.close();
    }
  };
}

/**
 * For the page: tells each host that stands in the address' chip behind these words, and before a comma and what the address
 * is for; and what each card says of its host to those who do not see it. Each once the frame with it is drawn.
 */
function followPicture(saidBefore: string): string {
  return `{
    const start = ${JSON.stringify(saidBefore)};
    const last = new Map();
    const tell = (about, host, text) => {
      if (last.get(about + host) === text) return;
      last.set(about + host, text);
      requestAnimationFrame(() => setTimeout(() => window.reportSentence({ about, host, text }, Date.now())));
    };
    let holder = "";
    const look = () => {
      const label = document.querySelector('[aria-label^="' + start + '"]')?.getAttribute("aria-label") ?? holder;
      if (label !== holder) {
        holder = label;
        // A holder that comes back is told anew.
        last.clear();
        tell("holder", label.slice(start.length).split(",")[0], label);
      }
      for (const card of document.querySelectorAll("button[aria-label][aria-describedby]")) {
        const text = document.getElementById(card.getAttribute("aria-describedby"))?.textContent;
        if (text) tell("card", card.getAttribute("aria-label"), text);
      }
    };
    const changes = { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["aria-label"] };
    new MutationObserver(look).observe(document, changes);
  }`;
}
