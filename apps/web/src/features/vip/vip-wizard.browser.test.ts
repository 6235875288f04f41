import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./vip-wizard.fixture.tsx", import.meta.url));

describe("the wizard of a VIP, in Chromium", () => {
  it("proposes a read VIP where a write VIP is there, and configures it with what it goes by", async () => {
    const page = await open("taken");
    const choice = page.getByRole("radiogroup", { name: "What should the address lead to?" });
    expect(await choice.getByRole("radio", { name: /a write VIP/ }).isDisabled()).toBe(false);
    await choice.getByText(/as 10\.86\.0\.100 of orders does already/).waitFor();
    expect(await choice.getByRole("radio", { name: /a read VIP/ }).isChecked()).toBe(true);
    const policy = page.getByRole("radiogroup", { name: "Who has it while its secondary cannot?" });
    expect(await policy.getByRole("radio", { name: /^Another secondary/ }).isChecked()).toBe(true);
    await policy.getByRole("radio", { name: /TO_PRIMARY/ }).click();
    expect(await page.getByLabel("Lag limit").inputValue()).toBe("10");
    await page.getByLabel("Lag limit").fill("30");
    await page.getByRole("textbox", { name: /^Address/ }).fill("10.86.0.101");
    await page.getByText("All checks passed").waitFor();
    await page
      .getByText(/appears on an online secondary\..*behind by more than 30 s, the primary gets it/)
      .waitFor();
    expect(await page.getByText("How long writes would stop").count()).toBe(0);
    await page.getByRole("button", { name: "See the checks" }).click();
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText("A read through the address was answered by db2").waitFor();
    expect(await page.getByText(/A write through/).count()).toBe(0);
    const asked = (await askedOf(page)).map((one) => JSON.parse(one.replace(/^POST \S+ /, "")));
    expect(asked).toHaveLength(2);
    for (const body of asked)
      expect(body).toMatchObject({
        kind: "read",
        address: "10.86.0.101",
        port: 3306,
        reads: { policy: "to_primary", maxLagSeconds: 30 },
      });
    await page.close();
  });

  it("begins with the write VIP where there is none, and is told otherwise by keyboard", async () => {
    const page = await open();
    const write = page.getByRole("radio", { name: /a write VIP/ });
    await write.waitFor();
    expect(await write.isChecked()).toBe(true);
    expect(await page.getByLabel("Lag limit").count()).toBe(0);
    await write.focus();
    // As long as a finger takes: a key that is up again at once moves the focus alone.
    await page.keyboard.press("ArrowDown", { delay: 100 });
    await page.getByLabel("Lag limit").waitFor();
    expect(await page.getByRole("radio", { name: /a read VIP/ }).isChecked()).toBe(true);
    await page.close();
  });

  it("says at the limit that it is refused, and in no other place", async () => {
    const page = await open("taken,refused");
    await page.getByLabel("Lag limit").fill("9999");
    await page.getByRole("textbox", { name: /^Address/ }).fill("10.86.0.101");
    await page.getByText("At most 3600.").waitFor();
    const limit = page.getByLabel("Lag limit");
    expect(await limit.getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByText("At most 3600.").count()).toBe(1);
    expect(await page.getByText("The VIP was not configured").count()).toBe(0);
    await page.close();
  });

  it("says the same in Chinese", async () => {
    const page = await open("taken,zh");
    const choice = page.getByRole("radiogroup", { name: "该地址应通往哪里？" });
    await choice.getByText(/orders 已有的 10\.86\.0\.100 也是如此/).waitFor();
    await page.getByLabel("延迟上限").waitFor();
    await page.getByRole("radio", { name: /TO_ANOTHER_SECONDARY/ }).waitFor();
    await page.close();
  });
});
