import { formatMessage, message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const vipId = "0198f3f0-6d1e-7c3a-9f0e-000000000092";
const open = openInChromium(new URL("./vip-migrate.fixture.tsx", import.meta.url));

describe("another provider for a VIP, in Chromium", () => {
  it("is checked as soon as it is asked for, shows its plan, and asks for the cluster's name", async () => {
    const page = await open(`do=migrate&vip=${vipId}`);
    const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    await dialog.getByText("Change the provider of 10.77.0.100 to greatdb_ha?").waitFor();
    await dialog.getByText("Prove that no host has 10.77.0.100").waitFor();
    await dialog.getByText(/The agents release 10\.77\.0\.100/).waitFor();
    const confirm = dialog.getByRole("button", { name: "Change provider", exact: true });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill("orders");
    await confirm.click();
    await expect.poll(async () => askedOf(page)).toHaveLength(2);
    const [checked, ordered] = await askedOf(page);
    expect(checked).toMatch(/^POST \S+\/vips\/\S+\/migration\/check \{"to":"greatdb_ha"\}$/);
    expect(ordered).toMatch(/^POST \S+\/vips\/\S+\/migration \{"to":"greatdb_ha","confirm":"orders"\}$/);
    await page.close();
  });

  it("has no plan where a check stands against it, and says what to do, in Chinese too", async () => {
    const page = await open(`failing&zh&do=migrate&vip=${vipId}`);
    const dialog = page.getByRole("dialog", { name: "将 10.77.0.100 的提供方改为 greatdb_ha？" });
    await dialog.getByText(formatMessage(message("check.plugin_account.remedy"), "zh")).waitFor();
    await dialog.getByRole("button", { name: "检查并显示计划" }).waitFor();
    expect(await dialog.getByRole("textbox").count()).toBe(0);
    expect(await askedOf(page)).toHaveLength(1);
    await page.close();
  });
});
