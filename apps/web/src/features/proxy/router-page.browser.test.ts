import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./router-page.fixture.tsx", import.meta.url));

async function check(page: Page): Promise<void> {
  await page.getByRole("combobox", { name: "Host" }).click();
  await page.getByRole("option", { name: /^px1/ }).click();
  await page.getByText("runs no member, host operator on").waitFor();
  await page.getByRole("button", { name: "Run checks" }).click();
}

describe("the page that sets up a MySQL Router, in Chromium", () => {
  it("checks, shows every step, asks for an administrator and the name, and tells where clients connect", async () => {
    const page = await open();
    const checks = page.getByRole("button", { name: "Run checks" });
    expect(await checks.isDisabled()).toBe(true);
    await check(page);
    await page.getByLabel("User").fill("root");
    await page.getByLabel("Password").fill("secret of root");
    await page.getByRole("button", { name: "Set up MySQL Router" }).click();
    const dialog = page.getByRole("dialog", { name: "Set up MySQL Router on px1?" });
    await dialog.getByText("Bootstrap MySQL Router as mysqlrouter, with its own account").waitFor();
    const order = dialog.getByRole("button", { name: "Set up MySQL Router" });
    expect(await order.isDisabled()).toBe(true);
    await dialog.getByLabel(/^Type /).fill("orders");
    await order.click();
    await page.getByText("MySQL Router leads to db1").waitFor();
    await page.getByText("192.0.2.11:6446").waitFor();
    const [, ordered, ...others] = await askedOf(page);
    expect(others).toEqual([]);
    expect(JSON.parse(ordered?.replace(/^POST \S+\/proxies /, "") ?? "")).toMatchObject({
      proxy: { kind: "router", ports: { write: 6_446, read: 6_447, split: 6_450 } },
      confirm: "orders",
      administrator: { user: "root", password: "secret of root" },
    });
    await page.close();
  });

  it("offers no order where somebody has written the configuration", async () => {
    const page = await open("foreign");
    await check(page);
    await page.getByText(/Primacy does not overwrite it/).waitFor();
    expect(await page.getByRole("button", { name: "Set up MySQL Router" }).isDisabled()).toBe(true);
    expect(await page.getByLabel("Password").count()).toBe(0);
    await page.close();
  });

  it("says that a lab's metadata is for labs alone, before it is written", async () => {
    const page = await open("lab");
    await check(page);
    await page.getByLabel("User").waitFor();
    await page.getByRole("button", { name: "Set up MySQL Router" }).click();
    await page
      .getByRole("dialog")
      .getByText(/It is for labs alone/)
      .waitFor();
    await page.close();
  });

  it("tells of a port that cannot be, and of one that stands there twice, at the field", async () => {
    const page = await open();
    await page.getByLabel("Port for writes").fill("70000");
    await page.getByText("A port is a whole number from 1 to 65535.").waitFor();
    await page.getByLabel("Port for writes").fill("6447");
    await page.getByText("Each port must be another one.").waitFor();
    await page.close();
  });

  it("speaks Chinese", async () => {
    const page = await open("zh");
    await page.getByText("设置 MySQL Router").first().waitFor();
    await page.getByLabel("读写分离端口").waitFor();
    await page.close();
  });
});
