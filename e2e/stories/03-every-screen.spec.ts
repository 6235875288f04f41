import type { Page } from "@playwright/test";
import { administrator, expect, test } from "../fixtures/story";
import { signIn } from "../pages/door";
import { words } from "../words";

const parts: Readonly<Record<string, readonly string[]>> = {
  "the console": [
    "/",
    "/hosts",
    "/hosts/new",
    "/clusters/new",
    "/operations",
    "/settings",
    "/settings/sessions",
    "/settings/tokens",
    "/settings/users",
    "/settings/audit",
  ],
  "a cluster": ["", "?view=table", "/members", "/vip", "/vip/new", "/events", "/switchover"],
};

/** Each screen is loaded once, on the desktop in the light theme and on the phone in the dark one, and changes to the other. */
const sizes = {
  desktop: { viewport: { width: 1440, height: 900 }, themes: ["light", "dark"] },
  phone: { viewport: { width: 390, height: 844 }, themes: ["dark", "light"] },
} as const;

/** Returns when the page has got there: it heard of the change, and no colour is between two any more. */
async function changeTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await nextFrame();
    await nextFrame();
    const running = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(running.map((one) => one.finished));
  });
}

for (const [size, { viewport, themes }] of Object.entries(sizes)) {
  for (const [part, paths] of Object.entries(parts)) {
    test(`every screen of ${part} is whole and accessible on a ${size} in both themes`, async ({
      page,
      expectAccessible,
      picture,
    }) => {
      test.setTimeout(300_000);
      await page.setViewportSize(viewport);
      await signIn(page, words.en, administrator);
      await page.goto("/");
      const cluster = await page.getByRole("main").getByRole("link", { name: "orders" }).getAttribute("href");
      const base = part === "a cluster" ? cluster : "";
      for (const path of paths.map((one) => `${base}${one}`)) {
        await page.emulateMedia({ colorScheme: themes[0] });
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByRole("main").getByText("Loading", { exact: true })).toHaveCount(0);
        for (const theme of themes) {
          await changeTheme(page, theme);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow, `${path} is wider than the screen in ${theme}`).toBeLessThanOrEqual(0);
          await expectAccessible(page);
          if (path === cluster) await picture(page, `topology-${size}-${theme}`);
        }
      }
    });
  }
}

test("the first paint of a screen has its data, before any script ran", async ({ page, browser }) => {
  await signIn(page, words.en, administrator);
  await page.goto("/");
  const cluster = await page.getByRole("main").getByRole("link", { name: "orders" }).getAttribute("href");
  const still = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const paper = await still.newPage();
  const main = paper.getByRole("main");
  await paper.goto(`${cluster}`);
  await expect(paper.getByRole("banner").getByText(/3 of 3 members online/)).toBeVisible();
  await expect(main.getByRole("button", { name: "db1", exact: true }).first()).toBeVisible();
  await expect(main.getByText(/is the primary now/).first()).toBeVisible();
  await paper.goto("/hosts");
  await expect(main.getByText("Answering")).toHaveCount(3);
  await paper.goto("/");
  await expect(main.getByText(/3 of 3 members online/)).toBeVisible();
  await paper.goto("/operations");
  await expect(main.getByText("Install the agent on db1")).toBeVisible();
  await still.close();
});
