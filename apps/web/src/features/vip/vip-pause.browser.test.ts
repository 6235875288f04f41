import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const vipId = "0198f3f0-6d1e-7c3a-9f0e-000000000092";
const otherId = "0198f3f0-6d1e-7c3a-9f0e-000000000093";
const open = openInChromium(new URL("./vip-pause.fixture.tsx", import.meta.url));

describe("pausing a VIP, in Chromium", () => {
  it("opens by the page's address, shows where it stays and who is told, and asks for the cluster's name", async () => {
    const page = await open(`do=pause&vip=${vipId}`);
    const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    await dialog.getByText("Allow db1 to keep 10.77.0.100 while it is paused").waitFor();
    await dialog.getByText("Forbid db2 to take 10.77.0.100 while it is paused").waitFor();
    await dialog.getByText(/stays on its host as long as that host is the primary/).waitFor();
    const confirm = dialog.getByRole("button", { name: "Pause", exact: true });
    expect(await confirm.isDisabled()).toBe(true);
    expect(await askedOf(page)).toEqual([]);
    await dialog.getByRole("textbox").fill("orders");
    await confirm.click();
    await expect.poll(async () => askedOf(page)).toHaveLength(1);
    expect((await askedOf(page))[0]).toMatch(/^POST \S+\/vips\/\S+\/pause \{"confirm":"orders"\}$/);
    await page.close();
  });

  it("offers a paused one its end, which needs no name, and before that no change and no other pause", async () => {
    const page = await open(`paused&do=pause&vip=${vipId}`);
    await page.getByRole("button", { name: "Resume", exact: true }).click();
    expect(await page.getByRole("button", { name: "Change", exact: true, includeHidden: true }).count()).toBe(
      0,
    );
    const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    await dialog.getByText("Send db2 that 10.77.0.100 follows the primary again").waitFor();
    await dialog.getByRole("button", { name: "Resume", exact: true }).click();
    await expect.poll(async () => askedOf(page)).toHaveLength(1);
    expect((await askedOf(page))[0]).toMatch(/^POST \S+\/vips\/\S+\/resume \{\}$/);
    await page.close();
  });

  it("begins with no VIP that the page's address does not name", async () => {
    const page = await open(`do=pause&vip=${otherId}`);
    await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
    expect(await page.getByRole("alertdialog").or(page.getByRole("dialog")).count()).toBe(0);
    await page.close();
  });

  it("speaks of a read VIP as what it is", async () => {
    const page = await open(`read&do=pause&vip=${vipId}`);
    const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    await dialog.getByText(/prove that the group assigns the address to it/).waitFor();
    await dialog.getByText(/stays on its host, even if that host lags/).waitFor();
    expect(await dialog.innerText()).not.toMatch(/primary/i);
    await page.close();
  });

  it("says the same in Chinese", async () => {
    const page = await open("paused,zh");
    await page.getByRole("button", { name: "恢复", exact: true }).click();
    await page.getByText("告知 db2：10.77.0.100 再次跟随主库").waitFor();
    await page.close();
  });
});
