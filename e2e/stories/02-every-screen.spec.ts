import type { APIRequestContext, Page } from "@playwright/test";
import { isLongRun } from "@primacy/lab";
import { administrator, expect, test } from "../fixtures/story";
import { signIn } from "../pages/sign-in";

/** What the paths of screens are made of. */
interface Things {
  readonly cluster: string;
  readonly host: string;
  /** Of each kind the last one. */
  readonly operations: Readonly<Record<string, string>>;
}

/** What was made by the story before, or by the console as it was watched. */
const parts: Readonly<Record<string, (things: Things) => readonly string[]>> = {
  "the console": ({ host, operations }) => [
    "/",
    "/hosts",
    `/hosts/${host}`,
    "/hosts/new",
    "/clusters/new",
    "/operations",
    `/operations/${operations.switchover}`,
    `/operations/${operations["vip.apply"]}`,
    "/settings",
    "/settings/sessions",
    "/settings/tokens",
    "/settings/users",
    "/settings/retention",
    "/settings/audit",
  ],
  "a cluster": ({ cluster }) =>
    [
      "",
      "?view=table",
      "/members",
      "/vip",
      "/vip/new",
      "/proxies",
      "/proxies/haproxy",
      "/proxies/router",
      "/proxies/keepalived",
      "/benchmarks",
      "/benchmarks/new",
      "/benchmarks/articles",
      "/benchmarks/compare",
      "/drills",
      "/drills/new",
      "/drills/series",
      "/drills/compare",
      "/incidents",
      "/events",
      "/switchover",
      "/restart",
      "/recovery",
    ].map((path) => `/clusters/${cluster}${path}`),
};

async function findThings(request: APIRequestContext): Promise<Things> {
  const list = async (path: string) => (await (await request.get(`/api/v1${path}`)).json()).items;
  const [[cluster], [host], operations] = await Promise.all([
    list("/clusters"),
    list("/hosts"),
    list("/operations?order=asc&limit=200"),
  ]);
  const byKind = operations.map((one: { kind: string; id: string }) => [one.kind, one.id]);
  return { cluster: cluster.id, host: host.id, operations: Object.fromEntries(byKind) };
}

/** Each screen is loaded once for a language, and changes its size and theme. */
const sizes = {
  desktop: { viewport: { width: 1440, height: 900 }, themes: ["light", "dark"] },
  phone: { viewport: { width: 390, height: 844 }, themes: ["dark", "light"] },
} as const;
type Size = keyof typeof sizes;
/** The first is the size at which it is loaded. */
const sizesIn: Readonly<Record<"en" | "zh", readonly Size[]>> = {
  en: ["desktop", "phone"],
  // What fits a phone in Chinese and a desktop in English is no wider on a desktop in Chinese: the long run looks all the same.
  zh: isLongRun ? ["phone", "desktop"] : ["phone"],
};

/** Returns when the page has got there: it heard of the change, and no colour is between two any more. */
async function changeTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await nextFrame();
    await nextFrame();
    // What a closed part of the page holds is not drawn, and its transitions never end.
    const isDrawn = ({ effect }: Animation): boolean =>
      effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true;
    const running = document
      .getAnimations()
      .filter((one) => one instanceof CSSTransition)
      .filter(isDrawn);
    await Promise.allSettled(running.map((one) => one.finished));
  });
}

for (const [language, locale] of [
  ["en", "en-US"],
  ["zh", "zh-CN"],
] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ language, locale });
    listScreens(language);
  });
}

function listScreens(language: "en" | "zh"): void {
  const shown = sizesIn[language];
  const isWhat = isLongRun || language === "en" ? "whole and accessible" : "whole";
  for (const [part, listPaths] of Object.entries(parts)) {
    test(`every screen of ${part} is ${isWhat} on a ${shown.join(" and a ")}`, async ({
      page,
      say,
      expectAccessible,
    }) => {
      test.setTimeout(900_000);
      await page.setViewportSize(sizes[shown[0] ?? "desktop"].viewport);
      await signIn(page, say, administrator);
      const things = await findThings(page.request);
      for (const path of listPaths(things)) {
        const [first = "desktop"] = shown;
        await page.setViewportSize(sizes[first].viewport);
        await page.emulateMedia({ colorScheme: sizes[first].themes[0] });
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByRole("main").getByText(say.loading, { exact: true })).toHaveCount(0);
        for (const size of shown) await lookAt({ page, path, language, size, expectAccessible });
      }
    });
  }
}

interface Look {
  readonly page: Page;
  readonly path: string;
  readonly language: "en" | "zh";
  readonly size: Size;
  readonly expectAccessible: (page: Page, rules: "all" | "colours") => Promise<void>;
}

/** What stands behind a screen, and its colours, are the same on a phone and in Chinese: the long run scans all. */
async function lookAt({ page, path, language, size, expectAccessible }: Look): Promise<void> {
  const { viewport, themes } = sizes[size];
  await page.setViewportSize(viewport);
  const isFull = isLongRun || (language === "en" && size === "desktop");
  for (const theme of isFull ? themes : themes.slice(0, 1)) {
    await changeTheme(page, theme);
    // A chart takes its new width a moment after the screen has it.
    await expect
      .poll(
        () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        { message: `${path} is wider than the screen of a ${size} in ${theme}`, timeout: 10_000 },
      )
      .toBeLessThanOrEqual(0);
    if (isFull) await expectAccessible(page, theme === themes[0] ? "all" : "colours");
  }
}

test("the first paint of a screen has its data, before any script ran", async ({ page, browser, say }) => {
  await signIn(page, say, administrator);
  const { cluster } = await findThings(page.request);
  const still = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const paper = await still.newPage();
  const main = paper.getByRole("main");
  const atOnce = { timeout: 5_000 };
  // A page without scripts stays as it was drawn: where an agent was slow to tell just then, it is asked for once more.
  const openWhole = (path: string, sight: () => Promise<void>) =>
    expect(async () => {
      await paper.goto(path);
      await sight();
    }).toPass({ timeout: 120_000 });
  await openWhole(`/clusters/${cluster}`, () =>
    expect(paper.getByRole("banner").getByText(say.allOnline)).toBeVisible(atOnce),
  );
  await expect(main.getByRole("button", { name: "db1", exact: true }).first()).toBeVisible();
  await expect(main.getByText(say.startSucceeded("db3"))).toBeVisible();
  await openWhole("/hosts", () => expect(main.getByText(say.answering)).toHaveCount(3, atOnce));
  await openWhole("/", () => expect(main.getByText(say.allOnline)).toBeVisible(atOnce));
  await paper.goto("/operations");
  await expect(main.getByText(say.installOn("db1"))).toBeVisible();
  await still.close();
});

test("a new discovery shows what it may run on the primary before it begins", async ({
  page,
  say,
  expectAccessible,
}) => {
  await signIn(page, say, administrator);
  const { cluster } = await findThings(page.request);
  await page.goto(`/clusters/${cluster}/members`);
  await page.getByRole("button", { name: say.discoverAgain, exact: true }).click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await dialog.locator("summary").click();
  await expect(dialog.getByText("'primacy_agent'@'<NEW MEMBER>'").first()).toBeVisible();
  await expect(dialog.getByText("DROP USER IF EXISTS 'primacy_agent'@'<MEMBER THAT LEFT>'")).toBeVisible();
  await expectAccessible(page, "all");
  await dialog.getByRole("button", { name: say.discoverAgain, exact: true }).click();
  await expect(page.getByText(say.discoveryStarted)).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
