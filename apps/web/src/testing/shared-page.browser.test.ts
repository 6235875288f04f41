import type { Page } from "@playwright/test";
import { expect, it } from "vitest";
import { openInChromium } from "./chromium.fixture";

const open = openInChromium(new URL("./leaves.fixture.tsx", import.meta.url));

/** What a page's script and its test can see of the page, after events and frames in which others would tell of themselves. */
function see(page: Page): Promise<object> {
  return page.evaluate(async () => {
    const isNative = (what: object): boolean => String(what).includes("[native code]");
    window.dispatchEvent(new Event("resize"));
    document.dispatchEvent(new Event("keydown"));
    document.dispatchEvent(new Event("click"));
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return {
      body: document.body.outerHTML,
      heard: document.body.dataset.heard ?? "no",
      head: document.head.innerHTML,
      html: document.documentElement.getAttributeNames(),
      address: location.href,
      state: String(history.state),
      stored: [localStorage.length, sessionStorage.length, document.cookie],
      marks: performance.getEntriesByType("mark").length,
      native: [window.fetch, history.pushState, Element.prototype.scrollIntoView].map(isNative),
      kept: "kept" in window,
      isUnderPointer: document.querySelector("main")?.matches(":hover"),
    };
  });
}

it("has nothing of the test before it, whatever that left: it is as a page of its own", async () => {
  const first = await open("leaves");
  await first.getByText("shown").hover();
  expect(await see(first)).toMatchObject({ heard: "yes", isUnderPointer: true, stored: [1, 1, "kept=yes"] });
  await first.close();
  const [second, fresh] = [await open("sees"), await open("sees", { isFresh: true })];
  expect([second === first, fresh === first]).toEqual([true, false]);
  for (const page of [second, fresh]) await page.getByText("shown").waitFor();
  const seen = await see(fresh);
  expect(seen).toMatchObject({ heard: "no", kept: false, stored: [0, 0, ""], native: [true, true, true] });
  expect(await see(second)).toEqual(seen);
});

it("is one of its own for each of two that a test has at once", async () => {
  const [first, second] = [await open(), await open()];
  expect(second).not.toBe(first);
});
