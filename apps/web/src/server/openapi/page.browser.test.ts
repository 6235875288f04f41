import { launchChromium } from "@primacy/ui/testing";
import { expect, it } from "vitest";
import { buildDocument } from "./document";
import { renderPage } from "./page";

it("fits a phone with every call opened, and needs no script", async () => {
  const text = await renderPage(buildDocument("0.1.0"), { nonce: "n", theme: null });
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.setContent(text.replaceAll("<details ", "<details open "));
  const excess = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
  const scripts = await page.locator("script").count();
  await browser.close();
  expect({ excess, scripts }).toEqual({ excess: 0, scripts: 0 });
});
