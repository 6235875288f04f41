import { administrator, expect, test } from "../fixtures/story";
import { signIn } from "../pages/door";
import { words } from "../words";

const screens = [
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
];
const tabs = ["", "?view=table", "/members", "/vip", "/vip/new", "/events", "/switchover"];

for (const [size, viewport] of Object.entries({
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
})) {
  for (const theme of ["light", "dark"] as const) {
    test(`every screen is whole and accessible on a ${size} in the ${theme} theme`, async ({
      page,
      expectAccessible,
      picture,
    }) => {
      test.setTimeout(300_000);
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: theme });
      await signIn(page, words.en, administrator);
      await page.goto("/");
      const cluster = await page.getByRole("main").getByRole("link", { name: "orders" }).getAttribute("href");
      for (const path of [...screens, ...tabs.map((tab) => `${cluster}${tab}`)]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByRole("main").getByText("Loading", { exact: true })).toHaveCount(0);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${path} is wider than the screen`).toBeLessThanOrEqual(0);
        await expectAccessible(page);
        if (path === cluster) await picture(page, `topology-${size}-${theme}`);
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
