import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./vip-page.fixture.tsx", import.meta.url));
const readId = "00000000-0000-4000-8000-000000000102";

function headings(page: Page): Promise<string[]> {
  return page.getByRole("heading", { level: 2 }).allTextContents();
}

describe("the VIPs of a cluster, in Chromium", () => {
  it("stand one below the other, the write VIP first, each with what it goes by and what is there", async () => {
    const page = await open();
    await page
      .getByRole("region", { name: "10.86.0.102" })
      .getByText("The primary", { exact: true })
      .waitFor();
    expect(await headings(page)).toEqual(["10.86.0.100", "10.86.0.101", "10.86.0.102"]);
    const [write, read] = ["10.86.0.100", "10.86.0.101"].map((name) => page.getByRole("region", { name }));
    const [written, readable] = [await write?.innerText(), await read?.innerText()];
    expect(written).toContain("Write VIP");
    expect(written).not.toContain("Lag limit");
    expect(readable).toMatch(/Read VIP.*Stand-in\s+Another secondary.*Lag limit\s+10 s/s);
    await page
      .getByRole("region", { name: "10.86.0.102" })
      .getByText(/The primary, db1, holds .* until its secondary can hold it again/)
      .waitFor();
    const add = page.getByRole("link", { name: "Add a VIP" });
    expect(await add.getAttribute("href")).toMatch(/\/vip\/new$/);
    await page.close();
  });

  it("are only looked at by who may not change them", async () => {
    const page = await open("viewer");
    await page.getByRole("region", { name: "10.86.0.101" }).waitFor();
    expect(await page.getByRole("link", { name: "Add a VIP" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Remove" }).count()).toBe(0);
    await page.close();
  });

  it("tell of one that the agents guard who does, and what was released and why", async () => {
    const page = await open("guarded");
    const write = page.getByRole("region", { name: "10.86.0.100" });
    await write.getByText("Is released by the agent of that host").waitFor();
    const guard = write.getByRole("list", { name: "An address left behind" });
    expect(await guard.getByRole("listitem").allTextContents()).toEqual([
      "The agents of db1, db2 release the address where the plugin leaves it behind.",
      "On db2 the agent released the address, which the plugin had left behind. No server listened there any more.",
    ]);
    await page.close();
  });

  it("are changed one at a time, with what it goes by", async () => {
    const page = await open(`do=change&vip=${readId}`);
    const dialog = page.getByRole("dialog", { name: "Change 10.86.0.102?" });
    await dialog.getByRole("radio", { name: /^Another secondary/ }).click();
    await dialog.getByLabel("Lag limit").fill("60");
    await dialog.getByRole("button", { name: "Check and show the plan" }).click();
    await expect.poll(async () => askedOf(page)).toHaveLength(1);
    const [asked] = await askedOf(page);
    expect(JSON.parse(asked?.replace(/^POST \S+ /, "") ?? "null")).toMatchObject({
      vipId: readId,
      kind: "read",
      reads: { policy: "to_another_secondary", maxLagSeconds: 60 },
    });
    await page.close();
  });

  it("are told while it is typed that an address is none, and take a pasted one apart, where one is changed", async () => {
    const page = await open(`do=change&vip=${readId}`);
    const dialog = page.getByRole("dialog", { name: "Change 10.86.0.102?" });
    const address = dialog.getByRole("textbox", { name: /^Address/ });
    await address.fill("10.86.0.1000");
    await dialog.getByText("Neither an IPv4 address in dotted-decimal form nor an IPv6 address.").waitFor();
    expect(await address.getAttribute("aria-invalid")).toBe("true");
    await address.fill("fd00:86::102/65");
    expect(await address.inputValue()).toBe("fd00:86::102");
    expect(await dialog.getByRole("textbox", { name: /^Prefix/ }).inputValue()).toBe("65");
    expect(await address.getAttribute("aria-invalid")).toBeNull();
    await address.fill("10.86.0.103");
    await dialog.getByText("A prefix length is a whole number from 8 to 32, or to 128 for IPv6.").waitFor();
    await dialog.getByRole("button", { name: "Check and show the plan" }).click();
    expect(await askedOf(page)).toEqual([]);
    await page.close();
  });

  it("let a host go of a read VIP for what it is", async () => {
    const page = await open(`do=release&host=00000000-0000-4000-8000-000000000001&vip=${readId}`);
    const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
    await dialog.getByText("Release 10.86.0.102 on db1?").waitFor();
    await dialog.getByText(/Meanwhile the group assigns the address to another host/).waitFor();
    await dialog.getByText(/The group assigns the address to another host within moments/).waitFor();
    await page.close();
  });
});
