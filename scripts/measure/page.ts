import { once } from "node:events";
import { monotonicMs } from "@primacy/lab";
import type { OpenPage } from "@primacy/lab/measure";
import { launchChromium } from "@primacy/ui/testing";
import { words } from "../../e2e/words";

/** Opens a page of the console in Chromium with the session of `cookie` and follows whom its picture shows as the holder. */
export function openPage(baseUrl: string, cookie: string): OpenPage {
  return async (path, address, onHolder, signal) => {
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
      await page.exposeFunction("reportHolder", (host: string, drawnAt: number) =>
        onHolder(host, monotonicMs() - (Date.now() - drawnAt)),
      );
      await page.addInitScript({ content: followChip(words.en.heldByKernelOf("", address)) });
      await page.goto(`${baseUrl}${path}`);
      if (!signal.aborted) await once(signal, "abort");
    } finally {
      await browser.close();
    }
  };
}

/**
 * For the page: tells each host that stands in the address' chip behind these words, and before a comma and what the address
 * is for, once the frame with it is drawn.
 */
function followChip(saidBefore: string): string {
  return `{
    const start = ${JSON.stringify(saidBefore)};
    let last = "";
    const look = () => {
      const label = document.querySelector('[aria-label^="' + start + '"]')?.getAttribute("aria-label") ?? last;
      if (label === last) return;
      last = label;
      requestAnimationFrame(() => setTimeout(() => window.reportHolder(label.slice(start.length).split(",")[0], Date.now())));
    };
    const changes = { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-label"] };
    new MutationObserver(look).observe(document, changes);
  }`;
}
