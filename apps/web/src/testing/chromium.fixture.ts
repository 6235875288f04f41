import { fileURLToPath } from "node:url";
import type { Browser, Page } from "@playwright/test";
import { launchChromium } from "@primacy/ui/testing";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll } from "vitest";
import { makeConsoleStyles } from "./console-styles.fixture";
import { type Served, serve } from "./served.fixture";

/**
 * Lets the tests of a file open, in Chromium, the page that a fixture makes; the fragment says which of its pages. A test that
 * moves the page's clock asks for it here: a timer that the page set before would fire by the machine's clock, at any moment.
 * With `isStyled` the page has the console's style sheet, and with `width` a window of so many pixels. Nothing moves by itself: what
 * moves is drawn sixty times a second.
 */
export function openInChromium(
  fixture: URL,
): (
  fragment?: string,
  options?: { readonly withClock?: boolean; readonly isStyled?: boolean; readonly width?: number },
) => Promise<Page> {
  let browser: Browser;
  let served: Served;
  beforeAll(async () => {
    browser = await launchChromium();
    const built = await build({
      entryPoints: [fileURLToPath(fixture)],
      bundle: true,
      write: false,
      format: "iife",
      jsx: "automatic",
      minify: true,
      define: { "process.env.NODE_ENV": '"production"', "process.env": "{}" },
    });
    served = await servePage(built.outputFiles[0]?.text ?? "");
  });
  // A page that nobody looks at any more goes on drawing: thirty of them take a processor.
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  afterAll(async () => {
    await browser.close();
    served.stop();
  });
  return async (fragment = "", { withClock = false, isStyled = false, width } = {}) => {
    const page = await browser.newPage({
      reducedMotion: "reduce",
      ...(width === undefined ? {} : { viewport: { width, height: 900 } }),
    });
    // It ends what hangs, and is no measure of pace.
    page.setDefaultTimeout(120_000);
    if (withClock) await page.clock.install();
    await page.goto(`${served.origin}/${isStyled ? "styled" : ""}#${fragment}`);
    return page;
  };
}

/** Two megabytes of script come faster from a server than through Playwright's own connection. */
function servePage(script: string): Promise<Served> {
  let styles: Promise<string> | undefined;
  return serve(async ({ url = "/" }, response) => {
    const answer = (type: string, text: string): void => {
      response.setHeader("content-type", `text/${type}; charset=utf-8`);
      response.end(text);
    };
    if (url === "/script.js") return answer("javascript", script);
    if (url === "/styles.css") {
      styles ??= makeConsoleStyles(script);
      return answer("css", await styles);
    }
    const link = url === "/styled" ? '<link rel="stylesheet" href="/styles.css">' : "";
    answer(
      "html",
      `<!doctype html><title>a console</title><link rel="icon" href="data:,">${link}<body><script src="/script.js"></script>`,
    );
  });
}

/** What was asked of the console that stands behind the page, besides reading. */
export function askedOf(page: Page): Promise<string[]> {
  return page.locator('ol[aria-label="asked"] li').allTextContents();
}
