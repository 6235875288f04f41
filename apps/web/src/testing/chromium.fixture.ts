import type { Browser, Page } from "@playwright/test";
import { launchChromium } from "@primacy/ui/testing";
import { afterEach } from "vitest";
import { findFixturePages, nameFixture } from "./fixture-pages.fixture";
import { SharedPage } from "./shared-page.fixture";

/** How a test wants its page. */
export interface PageOptions {
  readonly withClock?: boolean;
  readonly isStyled?: boolean;
  readonly width?: number;
  readonly isFresh?: boolean;
}

let browser: Promise<Browser> | undefined;
const shared = new SharedPage(makePage);

/**
 * Lets the tests of a file open, in Chromium, the page that a fixture makes; the fragment says which of its pages. A test that
 * moves the page's clock asks for it here: a timer that the page set before would fire by the machine's clock, at any moment.
 * With `isStyled` the page has the console's style sheet, and with `width` a window of so many pixels. Nothing moves by itself: what
 * moves is drawn sixty times a second.
 *
 * Tests get the same page one after the other, each as if it were new; `close` gives it back before the test ends. A test gets
 * one of its own for a clock, beside a page that it still has, after a test that failed, and with `isFresh`.
 */
export function openInChromium(fixture: URL): (fragment?: string, options?: PageOptions) => Promise<Page> {
  const name = nameFixture(fixture);
  const fresh: Page[] = [];
  afterEach(async ({ task }) => {
    await Promise.all(fresh.splice(0).map((page) => page.context().close()));
    await (task.result?.state === "fail" ? shared.discard() : shared.giveBack());
  });
  return async (fragment = "", { withClock = false, isStyled = false, width, isFresh = false } = {}) => {
    let page = withClock || isFresh ? null : await shared.take();
    if (page === null) {
      page = await makePage(withClock);
      fresh.push(page);
    }
    const wanted = width === undefined ? { width: 1280, height: 720 } : { width, height: 900 };
    const size = page.viewportSize();
    if (size?.width !== wanted.width || size.height !== wanted.height) await page.setViewportSize(wanted);
    await page.evaluate((given) => window.primacyRealm.show(given.name, given.fragment, given.isStyled), {
      name,
      fragment,
      isStyled,
    });
    return page;
  };
}

/** A page with what fixtures share and nothing to see, in a context of its own. */
async function makePage(withClock = false): Promise<Page> {
  browser ??= launchChromium();
  const page = await (await browser).newPage({ reducedMotion: "reduce" });
  // It ends what hangs, and is no measure of pace.
  page.setDefaultTimeout(120_000);
  if (withClock) await page.clock.install();
  await page.goto(`${findFixturePages()}/`);
  return page;
}

/** What was asked of the console that stands behind the page, besides reading. */
export function askedOf(page: Page): Promise<string[]> {
  return page.locator('ol[aria-label="asked"] li').allTextContents();
}
