import type { Page } from "@playwright/test";

const events = [
  "console",
  "dialog",
  "download",
  "framenavigated",
  "load",
  "pageerror",
  "popup",
  "request",
  "requestfailed",
  "requestfinished",
  "response",
  "websocket",
] as const;

/** One page that tests get one after the other, each as if it were new. */
export class SharedPage {
  readonly #make: () => Promise<Page>;
  #page: Page | null = null;
  #isTaken = false;

  constructor(make: () => Promise<Page>) {
    this.#make = make;
  }

  /** The page, or null while somebody has it. */
  async take(): Promise<Page | null> {
    if (this.#isTaken) return null;
    this.#isTaken = true;
    const page = this.#page ?? (await this.#make());
    this.#page = page;
    page.close = () => this.giveBack();
    return page;
  }

  /** Leaves nothing in the page of the test that had it; a page that cannot be cleared is thrown away. */
  async giveBack(): Promise<void> {
    const page = this.#page;
    if (page === null || !this.#isTaken) return;
    try {
      await clear(page);
      this.#isTaken = false;
    } catch {
      await this.discard();
    }
  }

  /** Closes the page; the next who takes one gets another. */
  async discard(): Promise<void> {
    const page = this.#page;
    this.#page = null;
    this.#isTaken = false;
    await page?.context().close();
  }
}

async function clear(page: Page): Promise<void> {
  const context = page.context();
  for (const event of events) page.removeAllListeners(event);
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  // Out of the window: what the next test shows is not under the pointer.
  await page.mouse.move(-1, -1);
  await page.evaluate(() => window.primacyRealm.clear());
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: null, media: null });
  await context.clearCookies();
}
