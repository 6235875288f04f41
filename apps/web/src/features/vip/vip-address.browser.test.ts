import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./vip-wizard.fixture.tsx", import.meta.url));

/** What stands under a field, and whether it is marked as wrong. */
async function underField(page: Page, label: RegExp): Promise<readonly [string, boolean]> {
  const field = page.getByRole("textbox", { name: label });
  const described = (await field.getAttribute("aria-describedby"))?.split(" ") ?? [];
  const id = described.find((one) => one.endsWith("-errors"));
  const said = id === undefined ? "" : await page.locator(`[id="${id}"]`).innerText();
  return [said.trim(), (await field.getAttribute("aria-invalid")) === "true"];
}

const neither = "Neither an IPv4 address in dotted-decimal form nor an IPv6 address.";

describe("the address of a VIP while it is typed, in Chromium", () => {
  it.each([
    ["hello", neither],
    ["10.86.0", neither],
    ["10.86.0.1000", neither],
    ["fd00::1::2", neither],
    [
      "fe80::1%eth0",
      "An address with a zone (%) is valid only together with an interface, which clients cannot name.",
    ],
  ])("is said to be none under its own field, and nobody is asked: %s", async (text, reason) => {
    const page = await open();
    const address = page.getByRole("textbox", { name: /^Address/ });
    await address.pressSequentially(text);
    await expect.poll(() => underField(page, /^Address/)).toEqual([reason, true]);
    expect(await askedOf(page)).toEqual([]);
    expect(await page.getByRole("button", { name: "Show the checks" }).isDisabled()).toBe(true);
    await address.fill("10.86.0.101");
    await expect.poll(() => underField(page, /^Address/)).toEqual(["", false]);
    await page.getByText("All checks passed").waitFor();
    await page.close();
  });

  it("gets no word while it is still being typed, and is judged at once when the field is left", async () => {
    const page = await open("", { withClock: true });
    const address = page.getByRole("textbox", { name: /^Address/ });
    await address.waitFor();
    // The pause is as long as the test says, however slow the machine is.
    await page.clock.pauseAt(Date.now() + 60_000);
    await address.press("1");
    await page.clock.runFor(500);
    await address.press("0");
    await page.clock.runFor(500);
    expect(await underField(page, /^Address/)).toEqual(["", false]);
    await page.clock.runFor(100);
    expect(await underField(page, /^Address/)).toEqual([neither, true]);
    await address.fill("10.86.0.101");
    expect(await underField(page, /^Address/)).toEqual(["", false]);
    await page.getByRole("textbox", { name: /^Prefix/ }).fill("7");
    expect(await underField(page, /^Prefix/)).toEqual(["", false]);
    await page.getByRole("textbox", { name: /^Prefix/ }).press("Tab");
    await expect.poll(async () => (await underField(page, /^Prefix/))[1]).toBe(true);
    await page.close();
  });

  it.each([
    ["10.86.0.101/24", "10.86.0.101", "24"],
    ["fd00:86::101/64", "fd00:86::101", "64"],
  ])(
    "fills both fields when it is pasted with its prefix length: %s",
    async (pasted, address, prefixLength) => {
      const page = await open();
      const field = page.getByRole("textbox", { name: /^Address/ });
      await page.getByRole("textbox", { name: /^Prefix/ }).fill("8");
      // A clipboard: cut from one field, pasted into the other.
      const other = page.getByRole("textbox", { name: "db1" });
      await other.fill(pasted);
      await other.press("Control+a");
      await other.press("Control+x");
      await field.press("Control+v");
      expect(await field.inputValue()).toBe(address);
      expect(await page.getByRole("textbox", { name: /^Prefix/ }).inputValue()).toBe(prefixLength);
      await page.getByText("All checks passed").waitFor();
      const asked = (await askedOf(page)).map((one) => JSON.parse(one.replace(/^POST \S+ /, "")));
      expect(asked.at(-1)).toMatchObject({ address, prefixLength: Number(prefixLength) });
      await page.close();
    },
  );

  it("may be typed with its prefix length, which goes to its own field when this one is left", async () => {
    const page = await open();
    const field = page.getByRole("textbox", { name: /^Address/ });
    await field.pressSequentially("10.86.0.101/24");
    await page.getByText("All checks passed").waitFor();
    expect(await field.inputValue()).toBe("10.86.0.101/24");
    await field.press("Tab");
    expect(await field.inputValue()).toBe("10.86.0.101");
    expect(await underField(page, /^Address/)).toEqual(["", false]);
    await page.close();
  });

  it.each([
    ["10.86.0.12", /^Address/, "10.86.0.12 belongs to db2."],
    ["10.99.0.5", /^Address/, "10.99.0.5 is in none of the networks of eth0: 10.86.0.0/24."],
    ["10.86.0.101/16", /^Prefix/, "eth0 is connected to 10.86.0.0/24, not to a network of prefix length 16."],
  ])(
    "is said under the field to be taken, or outside the network, as soon as the check knows: %s",
    async (typed, label, said) => {
      const page = await open();
      await page.getByRole("textbox", { name: /^Address/ }).fill(typed);
      await expect.poll(() => underField(page, label)).toEqual([said, true]);
      await page.getByRole("textbox", { name: /^Address/ }).fill("10.86.0.101/24");
      await expect.poll(() => underField(page, label)).toEqual(["", false]);
      await page.close();
    },
  );

  it("is judged in Chinese as well", async () => {
    const page = await open("zh");
    await page.locator("input[name=address]").fill("hello");
    await expect
      .poll(() => underField(page, /^地址/))
      .toEqual(["既不是点分十进制的 IPv4 地址，也不是 IPv6 地址。", true]);
    await page.locator("input[name=address]").fill("10.86.0.12");
    await expect.poll(() => underField(page, /^地址/)).toEqual(["10.86.0.12 属于 db2。", true]);
    await page.close();
  });
});
