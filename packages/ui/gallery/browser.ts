import { mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { launchChromium } from "../src/testing/chromium";
import { buildGallery } from "./build";
import { serveFolder } from "./serve";

/** The two screens that the design is made for. */
export const SCREENS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** How a page of the gallery is opened. */
export interface GalleryView {
  readonly theme: "light" | "dark";
  readonly screen: keyof typeof SCREENS;
  /** False lets animations run. */
  readonly still?: boolean;
  readonly locale?: string;
}

/** The gallery in a real browser. */
export interface GalleryBrowser {
  /** A fresh context with one page; the caller closes it through its context. */
  readonly open: (view: GalleryView) => Promise<GalleryPage>;
  readonly close: () => Promise<void>;
}

/** A page that can show any page of the gallery. */
export interface GalleryPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the page wrote as errors since it was opened. */
  readonly errors: readonly string[];
  /** Resolves when the page is drawn and its fonts are there. */
  readonly show: (name: string) => Promise<void>;
}

/** Builds the gallery, serves it on loopback and starts Chromium. */
export async function startGallery(): Promise<GalleryBrowser> {
  const folder = await mkdtemp(join(tmpdir(), "primacy-gallery-"));
  await buildGallery(folder);
  const { server, origin } = await serveFolder(folder);
  const browser = await launchChromium();
  return {
    open: (view) => openPage(browser, origin, view),
    close: () => stop(browser, server, folder),
  };
}

async function stop(browser: Browser, server: Server, folder: string): Promise<void> {
  await browser.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
}

async function openPage(browser: Browser, origin: string, view: GalleryView): Promise<GalleryPage> {
  const { theme, screen, still = true, locale = "en" } = view;
  const context = await browser.newContext({
    viewport: SCREENS[screen],
    reducedMotion: still ? "reduce" : "no-preference",
    acceptDownloads: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
  });
  const show = async (name: string): Promise<void> => {
    await page.goto(`${origin}/?page=${name}&theme=${theme}&lang=${locale}`);
    await page.locator("#root > *").first().waitFor();
    await page.evaluate("document.fonts.ready.then(() => undefined)");
  };
  return { page, context, errors, show };
}
