import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../../testing/chromium.fixture";

const open = openInChromium(new URL("./migration.fixture.tsx", import.meta.url));

describe("the migration of an address of Keepalived, in Chromium", () => {
  it("is checked, shown with what clients notice and its plan, ordered by the cluster's name, and ends with the gap", async () => {
    const page = await open("new");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByText("Something is missing or wrong").waitFor();
    await page.getByLabel(/^Address/).fill("10.77.0.100");
    expect(await page.getByLabel(/^Port/).inputValue()).toBe("3306");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByRole("button", { name: "Migrate", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Migrate 10.77.0.100 to a VIP?" });
    await dialog.getByText(/No client reaches it for about/).waitFor();
    const order = dialog.getByRole("button", { name: "Migrate", exact: true });
    expect(await order.isDisabled()).toBe(true);
    await dialog.getByLabel(/^Type /).fill("orders");
    await order.click();
    await page.getByText("10.77.0.100 is a VIP now, and db1 has it.").waitFor();
    await page
      .getByText(/No write came through for 1\.24 s\. The outage is up to 108 ms shorter/)
      .first()
      .waitFor();
    const [, ordered] = await askedOf(page);
    expect(JSON.parse(ordered?.replace(/^POST \S+\/migrations /, "") ?? "")).toEqual({
      confirm: "orders",
      migration: { to: "vip", address: "10.77.0.100", port: 3306 },
    });
    await page.close();
  });

  it("of HAProxy is refused with what was seen and what to do, and nothing can be ordered", async () => {
    const page = await open("refused");
    await page.getByLabel(/^Address/).fill("10.77.0.100");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page
      .getByText(/Keepalived of no member's host has 10\.77\.0\.100/)
      .first()
      .waitFor();
    await page
      .getByRole("row", { name: /^The address leads straight to the primary/ })
      .getByRole("button")
      .click();
    await page
      .getByText(/A proxy stands between them/)
      .first()
      .waitFor();
    expect(await page.getByRole("button", { name: "Migrate", exact: true }).isDisabled()).toBe(true);
    await page.close();
  });

  it("that was done stands among the proxies with its gap, and leads to the way back", async () => {
    const page = await open("list");
    await page.getByText("1.24 s (up to 108 ms shorter)").waitFor();
    const back = page.getByRole("link", { name: "Back to Keepalived" });
    expect(await back.getAttribute("href")).toMatch(/\/proxies\/keepalived\?back=10\.77\.0\.100$/);
    await page.close();
  });

  it("goes back by the cluster's name", async () => {
    const page = await open("back");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByRole("button", { name: "Back to Keepalived", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Take 10.77.0.100 back to Keepalived?" });
    await dialog.getByLabel(/^Type /).fill("orders");
    await dialog.getByRole("button", { name: "Back to Keepalived", exact: true }).click();
    await page.getByText("10.77.0.100 is Keepalived's again, and leads to db1.").waitFor();
    await page.close();
  });
});
