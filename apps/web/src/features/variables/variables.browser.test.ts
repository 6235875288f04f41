import type { Locator, Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./variables.fixture.tsx", import.meta.url));
const rowOf = (page: Page, name: string): Locator =>
  page.getByRole("row").filter({ has: page.getByRole("button", { name, exact: true }) });
const cellsOf = (row: Locator): Promise<readonly string[]> =>
  row.getByRole("cell").evaluateAll((cells) => cells.map((cell) => cell.lastElementChild?.textContent ?? ""));

describe("the page of variables, in Chromium", () => {
  it("reads as it opens and again when asked, and marks what differs and what the next start changes", async () => {
    const page = await open();
    const expel = rowOf(page, "group_replication_member_expel_timeout");
    await expel.waitFor();
    expect(await cellsOf(expel)).toEqual(["0persisted", "5setdiffersnext start: 0", "0persisted"]);
    // What each has of its own, and what the role decides, is no difference.
    expect(await cellsOf(rowOf(page, "server_id"))).toEqual(["1file", "2file", "3file"]);
    expect(await cellsOf(rowOf(page, "super_read_only"))).toEqual(["OFFset", "ONset", "ONset"]);
    await page.getByText(/^Read .* ago$/).waitFor();
    await page.getByRole("button", { name: "Read again" }).click();
    await expect.poll(() => askedOf(page)).toHaveLength(2);
    expect((await askedOf(page))[0]).toMatch(/^POST \S+\/clusters\/\S+\/variables\/read /);
    await page.close();
  });

  it("says below a variable where each member has it from and what its next start gives", async () => {
    const page = await open();
    await page.getByRole("button", { name: "max_connections" }).click();
    await page.getByText("Next start: 151, from /etc/mysql/mysql.conf.d/mysqld.cnf, line 31").waitFor();
    expect(await page.getByText("From the option file /etc/mysql/mysql.conf.d/mysqld.cnf").count()).toBe(3);
    await page.getByRole("button", { name: "max_connections" }).click();
    expect(await page.getByText(/^Next start: /).count()).toBe(0);
    await page.close();
  });

  it("leaves what differs, what the next start changes, or what is searched for", async () => {
    const page = await open();
    const names = (): Promise<string[]> => page.getByRole("rowheader").allTextContents();
    await page.getByRole("radio", { name: "Differences (1)" }).click();
    expect(await names()).toEqual(["group_replication_member_expel_timeout"]);
    await page.getByRole("radio", { name: "Next start (2)" }).click();
    expect(await names()).toEqual(["group_replication_member_expel_timeout", "max_connections"]);
    await page.getByRole("searchbox", { name: "Search names and values" }).fill("max 151");
    expect(await names()).toEqual(["max_connections"]);
    await page.getByRole("searchbox").fill("nothing like that");
    await page.getByText("No variable fits").waitFor();
    await page.close();
    const calm = await open("calm&zh");
    await calm.getByRole("radio", { name: "有差异（0）" }).click();
    await calm.getByText("凡应当一致的变量，各成员的值都相同。").waitFor();
    await calm.close();
  });

  it("leaves the column of a member empty that was not reached, with the reason, and says of whom the next start is not known", async () => {
    const page = await open("silent");
    await page.getByText(/^db3: .*10\.77\.0\.13/).waitFor();
    await page.getByText("db2: What these set could not be read: /opt/mysql/extra.cnf.").waitFor();
    expect((await cellsOf(rowOf(page, "gtid_mode")))[2]).toBe("not read");
    await page.close();
  });

  it("shows the last reading where it cannot be read now, with the reason", async () => {
    const page = await open("failed");
    await page.getByText(/primacy_admin/).waitFor();
    await rowOf(page, "gtid_mode").waitFor();
    await page.close();
  });

  it("shows who has the plugin's read VIPs by the primary's map, and lets an operator move one", async () => {
    const page = await open("reads");
    const table = page.getByRole("table", { name: "Read VIPs of the plugin" });
    await table.waitFor();
    expect(await cellsOf(table)).toEqual(["10.77.0.100 (write)", "10.77.0.101", "10.77.0.102"]);
    await page.getByRole("button", { name: "Move a read VIP" }).click();
    const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    await dialog.getByText("Connections through 10.77.0.101 break.").waitFor();
    await dialog.getByRole("button", { name: "Move a read VIP" }).click();
    await expect
      .poll(async () => (await askedOf(page)).at(-1))
      .toMatch(
        /^POST \S+\/variables\/read-vips \{"moves":\[\{"address":"10.77.0.101","memberId":"\S+000000"\}\]\}$/,
      );
    await page.close();
    const none = await open("zh");
    await rowOf(none, "gtid_mode").waitFor();
    expect(await none.getByText("插件的读 VIP").count()).toBe(0);
    await none.close();
  });

  it.each([390, 1440])(
    "fits a screen of %i px: nothing but its own tables scrolls sideways",
    async (width) => {
      const page = await open("", { isStyled: true });
      await page.setViewportSize({ width, height: 900 });
      await rowOf(page, "gtid_mode").waitFor();
      expect(
        await page.evaluate("document.documentElement.scrollWidth - window.innerWidth"),
      ).toBeLessThanOrEqual(0);
      await page.close();
    },
  );
});
