import type { Page } from "@playwright/test";
import { administrator, expect, test } from "../fixtures/story";
import { signIn } from "../pages/sign-in";
import { words } from "../words";

const zh = words.zh;

test.use({ locale: "zh-CN" });

async function openOrders(page: Page): Promise<string> {
  await page
    .getByRole("navigation")
    .getByRole("link", { name: /orders/ })
    .click();
  await page.waitForURL(/\/clusters\/[0-9a-f-]{36}$/);
  return new URL(page.url()).pathname;
}

test("the console in another language, and the VIP removed in it", async ({
  page,
  lab,
  expectAccessible,
  picture,
}) => {
  const address = lab.host("db1").address.replace(/\.\d+$/, ".100");
  await page.goto("/sign-in");
  await expectAccessible(page);
  await signIn(page, zh, administrator);
  await page.getByRole("radio", { name: "中文" }).click();
  const path = await openOrders(page);
  await picture(page, "topology-zh");

  await page.goto(`${path}/vip`);
  await page.getByRole("button", { name: zh.remove }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("orders");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: zh.remove }).click();
  await page.waitForURL(/\/operations\//);
  await expect(page.getByRole("main").getByText(zh.succeeded, { exact: true }).first()).toBeVisible({
    timeout: 120_000,
  });
  expect(await lab.observe.addressHolders(address)).toEqual([]);
});
