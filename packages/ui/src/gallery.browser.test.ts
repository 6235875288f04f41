import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GalleryBrowser, type GalleryPage, SCREENS, startGallery } from "../gallery/browser";
import { PAGE_NAMES } from "../gallery/page-names";

/** The largest topology has only more of what the others have. */
const NAMES = PAGE_NAMES.filter((name) => name !== "topology-many");

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

interface Survey {
  readonly light: string[];
  readonly dark: string[];
  readonly phone: string[];
  readonly errors: readonly string[];
}

let gallery: GalleryBrowser;
let survey: Survey;

beforeAll(async () => {
  gallery = await startGallery();
  survey = await surveyPages();
});

afterAll(async () => {
  await gallery.close();
});

/** One line per violation: page, rule, first element. */
async function listViolations(view: GalleryPage, name: string, rules?: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page: view.page }).setLegacyMode();
  const { violations } = await (rules === undefined
    ? axe.withTags(WCAG)
    : axe.withRules([...rules])
  ).analyze();
  return violations.map(({ id, nodes }) => `${name}: ${id} at ${nodes[0]?.html.slice(0, 160)}`);
}

/** Loads every page once, with Chinese common words, and looks at it in the light, in the dark and on a phone. */
async function surveyPages(): Promise<Survey> {
  const view = await gallery.open({ theme: "light", screen: "desk", locale: "zh-CN" });
  const found: Survey = { light: [], dark: [], phone: [], errors: view.errors };
  for (const name of NAMES) {
    await view.page.setViewportSize(SCREENS.desk);
    await view.show(name);
    found.light.push(...(await listViolations(view, name)));
    await view.page.evaluate("document.documentElement.dataset.theme = 'dark'");
    found.dark.push(...(await listViolations(view, name, ["color-contrast"])));
    await view.page.setViewportSize(SCREENS.phone);
    // A topology becomes a list after the browser has told it its new width.
    await view.page.locator(".react-flow").first().waitFor({ state: "detached" });
    found.phone.push(...(await listViolations(view, name, ["target-size", "scrollable-region-focusable"])));
    const excess = await view.page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
    if (excess !== 0) found.phone.push(`${name}: ${excess} px too wide`);
  }
  await view.context.close();
  return found;
}

describe("every page of the gallery in Chromium", () => {
  it("has no WCAG A or AA violation", () => {
    expect(survey.light).toEqual([]);
  });

  it("keeps its contrast in the dark", () => {
    expect(survey.dark).toEqual([]);
  });

  it("fits a phone: nothing to scroll sideways, nothing too small to hit", () => {
    expect(survey.phone).toEqual([]);
  });

  it("writes no error or warning", () => {
    expect(survey.errors).toEqual([]);
  });
});

describe("the gallery", () => {
  it("would report a violation: a planted one is found", async () => {
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
