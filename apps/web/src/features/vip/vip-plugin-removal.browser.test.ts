import { expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const vipId = "0198f3f0-6d1e-7c3a-9f0e-000000000092";
const open = openInChromium(new URL("./vip-pause.fixture.tsx", import.meta.url));

it("the removal of the plugin's VIP shows the lines that go from each option file, and then asks for the name", async () => {
  const page = await open(`plugin&looked&do=remove&vip=${vipId}`);
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  const steps = dialog.getByRole("listitem").filter({ hasText: "Edit /etc/mysql" });
  await steps.first().waitFor();
  expect(await steps.count()).toBe(2);
  for (const step of await steps.all()) {
    await step.getByText("Details").click();
    await step.getByText(/- loose_greatdb_ha_mgr_vip_ip = 10\.77\.0\.100/).waitFor();
  }
  const confirm = dialog.getByRole("button", { name: "Remove", exact: true });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole("textbox").fill("orders");
  await confirm.click();
  await expect.poll(async () => askedOf(page)).toHaveLength(2);
  const [asked, ordered] = await askedOf(page);
  expect(asked).toMatch(/^POST \S+\/vips\/\S+\/removal\/check \{\}$/);
  expect(ordered).toMatch(/^DELETE \S+\/vips\/\S+ \{"confirm":"orders"\}$/);
  await page.close();
});

it("where the hosts could not be looked at, it says why in Chinese too, and can be ordered without the lines", async () => {
  for (const [fragment, reason] of [
    [`plugin&looked,unlooked&zh&do=remove&vip=${vipId}`, /db2/],
    [`plugin&zh&do=remove&vip=${vipId}`, /控制台没有应答/],
  ] as const) {
    const page = await open(fragment);
    const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    const told = dialog.getByText("无法查看各主机：此计划中没有选项文件的具体行。");
    await told.waitFor();
    expect(await told.locator("..").innerText()).toMatch(reason);
    await dialog.getByRole("textbox").fill("orders");
    expect(await dialog.getByRole("button", { name: "移除", exact: true }).isEnabled()).toBe(true);
    await page.close();
  }
});

it("the removal of a VIP of the agents asks no host before", async () => {
  const page = await open(`do=remove&vip=${vipId}`);
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await dialog.getByRole("button", { name: "Remove", exact: true }).waitFor();
  expect(await askedOf(page)).toEqual([]);
  await page.close();
});
