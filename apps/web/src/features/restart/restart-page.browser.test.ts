import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./restart-page.fixture.tsx", import.meta.url));

describe("the page of a rolling restart, in Chromium", () => {
  it("shows its plan, asks for an administrator and the cluster's name, and tells what each server took", async () => {
    const page = await open();
    await page.getByRole("radio", { name: /^db2/ }).click();
    await page.getByRole("button", { name: "Run checks" }).click();
    await page.getByLabel("User").fill("root");
    await page.getByLabel("Password").fill("secret of root");
    await page.getByRole("button", { name: "Restart all and make db2 the primary" }).click();
    const dialog = page.getByRole("dialog", { name: "Restart every server, one by one?" });
    await dialog.getByText(/stops and starts once, in this order: db3, db2, db1/).waitFor();
    const order = dialog.getByRole("button", { name: "Restart all and make db2 the primary" });
    expect(await order.isDisabled()).toBe(true);
    await dialog.getByLabel(/^Type /).fill("orders");
    await order.click();
    await page.getByText("All 3 servers were restarted").waitFor();
    await page.getByText("db1 is ONLINE again, 8.4 s after the restart order.").waitFor();
    const [, ordered, ...others] = await askedOf(page);
    expect(others).toEqual([]);
    expect(JSON.parse(ordered?.replace(/^POST \S+\/restart /, "") ?? "")).toMatchObject({
      confirm: "orders",
      administrator: { user: "root", password: "secret of root" },
    });
    await page.close();
  });
});
