import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./fix-action.fixture.tsx", import.meta.url));

describe("a fix in the dialog that enables a VIP, in Chromium", () => {
  it("is ordered as it was shown, without enabling the VIP, and leads to a new check", async () => {
    const page = await open();
    await page.getByText(/group_replication_member_expel_timeout is 5/).waitFor();
    await page.getByRole("button", { name: "Fix", exact: true }).click();
    const fix = page.getByRole("dialog", { name: /^Set group_replication_member_expel_timeout/ });
    await fix.getByText("Set group_replication_member_expel_timeout to 0 on db1, now 5").waitFor();
    await fix.getByLabel("User").fill("root");
    await fix.getByLabel("Password").fill("secret of root");
    await fix.getByLabel("Password").press("Enter");
    await fix.getByText("Set on every member").waitFor();
    const [check, order, ...others] = await askedOf(page);
    expect(others).toEqual([]);
    expect(check).toMatch(/^POST \S+\/vips\/check /);
    const basis = { value: "0", members: expect.any(Array) };
    expect(JSON.parse(order?.replace(/^POST \S+\/fixes /, "") ?? "")).toMatchObject({
      fix: "expel_timeout",
      basis,
    });
    await fix.getByRole("button", { name: "Check again" }).click();
    await expect.poll(async () => (await askedOf(page)).length).toBe(3);
    expect((await askedOf(page)).at(-1)).toMatch(/^POST \S+\/vips\/check /);
    await page.close();
  });
});
