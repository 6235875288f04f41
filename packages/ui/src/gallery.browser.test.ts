import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GalleryBrowser, type GalleryPage, startGallery } from "../gallery/browser";
import { PAGE_NAMES } from "../gallery/page-names";

let gallery: GalleryBrowser;

beforeAll(async () => {
  gallery = await startGallery();
});

afterAll(async () => {
  await gallery.close();
});

/** The largest topology has only more of what the others have. */
const NAMES = PAGE_NAMES.filter((name) => name !== "topology-many");

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** One line per violation: page, rule, first element. */
async function listViolations(view: GalleryPage, name: string, rules?: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page: view.page }).setLegacyMode();
  const { violations } = await (rules === undefined
    ? axe.withTags(WCAG)
    : axe.withRules([...rules])
  ).analyze();
  return violations.map(({ id, nodes }) => `${name}: ${id} at ${nodes[0]?.html.slice(0, 160)}`);
}

describe("the gallery in Chromium", () => {
  it("has no WCAG A or AA violation and no error on any page of the light theme", async () => {
    const view = await gallery.open({ theme: "light", screen: "desk" });
    const found: string[] = [];
    for (const name of NAMES) {
      await view.show(name);
      found.push(...(await listViolations(view, name)));
    }
    await view.context.close();
    expect(found).toEqual([]);
    expect(view.errors).toEqual([]);
  });

  it("would find a violation: a planted one is reported", async () => {
    const view = await gallery.open({ theme: "light", screen: "desk" });
    await view.show("menu");
    await view.page.evaluate(
      `document.querySelector("main").insertAdjacentHTML("beforeend", '<p style="color: #bbb">faint</p><button></button>')`,
    );
    const found = (await listViolations(view, "menu")).join();
    await view.context.close();
    expect(found).toContain("color-contrast");
    expect(found).toContain("button-name");
  });

  it("keeps contrast on every page of the dark theme", async () => {
    const view = await gallery.open({ theme: "dark", screen: "desk" });
    const found: string[] = [];
    for (const name of NAMES) {
      await view.show(name);
      found.push(...(await listViolations(view, name, ["color-contrast"])));
    }
    await view.context.close();
    expect(found).toEqual([]);
  });

  it("fits a phone in Chinese: nothing to scroll sideways, nothing too small to hit", async () => {
    const view = await gallery.open({ theme: "light", screen: "phone", locale: "zh-CN" });
    const found: string[] = [];
    for (const name of NAMES) {
      await view.show(name);
      found.push(...(await listViolations(view, name, ["target-size", "scrollable-region-focusable"])));
      const excess = await view.page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
      if (excess !== 0) found.push(`${name}: ${excess} px too wide`);
    }
    await view.context.close();
    expect(found).toEqual([]);
  });

  it("follows the system's theme when none is chosen", async () => {
    const view = await gallery.open({ theme: "light", screen: "desk" });
    await view.show("controls");
    const background = (): Promise<string> =>
      view.page.evaluate(
        "delete document.documentElement.dataset.theme, getComputedStyle(document.documentElement).backgroundColor",
      );
    await view.page.emulateMedia({ colorScheme: "light" });
    const light = await background();
    await view.page.emulateMedia({ colorScheme: "dark" });
    expect(await background()).not.toBe(light);
    await view.context.close();
  });
});
