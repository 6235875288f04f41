import { fileURLToPath } from "node:url";
import type { Browser } from "@playwright/test";
import { launchChromium } from "@primacy/ui/testing";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

it("a table that is sorted anew stays the same table, and keeps the keyboard's place", async () => {
  const built = await build({
    entryPoints: [fileURLToPath(new URL("./preloaded.fixture.tsx", import.meta.url))],
    bundle: true,
    write: false,
    format: "iife",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.setContent("<!doctype html><title>a console</title>");
  await page.addScriptTag({ content: built.outputFiles[0]?.text ?? "" });
  await page.getByRole("button", { name: "sorted asc" }).focus();
  for (const order of ["desc", "asc"]) {
    await page.keyboard.press("Enter");
    const header = page.getByRole("button", { name: `sorted ${order}` });
    await header.waitFor();
    expect(await header.evaluate((one) => one === document.activeElement)).toBe(true);
  }
});
