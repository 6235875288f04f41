import { expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const vipId = "0198f3f0-6d1e-7c3a-9f0e-000000000092";
const open = openInChromium(new URL("./vip-pause.fixture.tsx", import.meta.url));

it("a VIP of the plugin can be bound again, which says when, what and how, and asks for no name", async () => {
  const page = await open(`plugin&do=rebind&vip=${vipId}`);
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await dialog.getByText(/no host has the address after a switchover, or two hosts have it/).waitFor();
  await dialog.getByText("Wait until the primary's host alone has 10.77.0.100").waitFor();
  expect(await askedOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Bind again", exact: true }).click();
  await expect.poll(async () => askedOf(page)).toHaveLength(1);
  expect((await askedOf(page))[0]).toMatch(/^POST \S+\/vips\/\S+\/rebind \{\}$/);
  await page.close();
});

it("says the same in Chinese, and offers it for no VIP of the agents", async () => {
  const page = await open("plugin,zh");
  await page.getByRole("button", { name: "重新绑定", exact: true }).click();
  await page.getByText("等待只有主库的主机持有 10.77.0.100").waitFor();
  await page.close();
  const other = await open("");
  await other.getByRole("button", { name: "Pause", exact: true }).waitFor();
  expect(await other.getByRole("button", { name: "Bind again", exact: true }).count()).toBe(0);
  await other.close();
});
