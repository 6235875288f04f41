import { readFileSync } from "node:fs";
import { administrator, expect, test } from "../fixtures/story";
import { askForMember, configureVip, registerCluster, switchOver } from "../pages/cluster";
import { createAdministrator } from "../pages/door";
import { addHosts } from "../pages/hosts";
import { words } from "../words";

const en = words.en;

test("from the first visit to a VIP that follows a switchover", async ({
  page,
  lab,
  expectAccessible,
  picture,
}) => {
  test.setTimeout(480_000);
  const databases = ["db1", "db2", "db3"] as const;
  const address = lab.host("db1").address.replace(/\.\d+$/, ".100");

  await test.step("the first visit makes the administrator", async () => {
    await page.goto("/");
    await expectAccessible(page);
    await createAdministrator(page, en, administrator);
    await expectAccessible(page);
  });

  await test.step("three hosts are added and their agents installed over SSH", async () => {
    const hosts = databases.map((name) => ({ name, address: lab.host(name).address }));
    await addHosts(page, en, hosts, readFileSync(lab.sshKeyPath, "utf8"));
    await page.goto("/hosts");
    await expect(page.getByText("Answering")).toHaveCount(3);
    await expectAccessible(page);
    await picture(page, "hosts");
  });

  const path = await test.step("the group is registered from one member", async () => {
    const { user, password } = lab.credentials.admin;
    const seed = { address: lab.host("db1").address, user, password };
    return registerCluster(page, en, seed, "orders");
  });

  await test.step("the live topology shows three members online", async () => {
    await expect(page.getByText(/3 of 3 members online/).first()).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
  });

  await test.step("an address that cannot be used is refused with every reason, and nothing is changed", async () => {
    await page.goto(`${path}/vip/new`);
    await page.locator("input[name=address]").fill(lab.host("db2").address);
    await page.getByRole("button", { name: en.checks }).click();
    await expect(page.getByText(/checks? failed/).first()).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("button", { name: en.apply, exact: true })).toBeDisabled();
    await expectAccessible(page);
  });

  await test.step("the VIP is checked, configured and proved", async () => {
    await configureVip(page, en, path, address);
    expect(await lab.observe.addressHolders(address)).toEqual(["db1"]);
    await expectAccessible(page);
    await picture(page, "vip-applied");
  });

  await test.step("the address follows a switchover, and the picture follows the address", async () => {
    const watch = await lab.observe.watchHolders(address);
    const wall = await page.context().newPage();
    await wall.goto(path);
    await expect(wall.getByText(en.writesGoTo("db1")).first()).toBeVisible();
    await picture(wall, "topology");
    await switchOver(page, en, path, "db2", "db1");
    await expect(wall.getByText(en.writesGoTo("db2")).first()).toBeVisible();
    const heldByDb2 = { name: `${address} is held by the kernel of db2`, exact: true };
    await expect(wall.getByRole("button", heldByDb2)).toBeVisible();
    await watch.stop();
    expect(watch.overlaps).toEqual([]);
    expect(await lab.observe.addressHolders(address)).toEqual(["db2"]);
    await expectAccessible(wall);
    await picture(page, "switchover");
    await wall.getByText("Table", { exact: true }).click();
    await expect(wall.getByRole("table").first()).toBeVisible();
    await expectAccessible(wall);
    await wall.close();
  });

  await test.step("a member is stopped, is not started with what it alone has, and comes back", async () => {
    const dialog = page.getByRole("dialog");
    const succeeded = page.getByRole("main").getByText(en.succeeded, { exact: true }).first();
    const onDb3 = (sql: string) => lab.host("db3").exec(["mysql", "-NBe", sql]);
    await askForMember(page, en, path, "db3", en.stopMember);
    await expect(dialog.getByText(/2 of 3 voters remain/).first()).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
    await dialog.getByRole("textbox").fill("orders");
    await dialog.getByRole("button", { name: en.stopMember, exact: true }).click();
    await page.waitForURL(/\/operations\//);
    await expect(succeeded).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(/super_read_only is ON/).first()).toBeVisible();

    await onDb3("SET GLOBAL super_read_only = OFF; CREATE DATABASE stray; SET GLOBAL super_read_only = ON");
    await askForMember(page, en, path, "db3", en.startMember);
    const errant = dialog.getByRole("table", { name: "Errant transactions" });
    const gtid = (await errant.getByRole("rowheader").innerText({ timeout: 30_000 })).trim();
    await expect(dialog.getByRole("button", { name: en.startMember, exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await picture(page, "member-errant");
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await onDb3(
      "SET SESSION sql_log_bin = 0; SET GLOBAL super_read_only = OFF; DROP DATABASE stray; SET GLOBAL super_read_only = ON",
    );
    const forget = `SET GTID_NEXT = '${gtid}'; BEGIN; COMMIT; SET GTID_NEXT = 'AUTOMATIC'`;
    await lab.host("db2").exec(["mysql", "-e", forget]);
    await askForMember(page, en, path, "db3", en.startMember);
    await dialog.getByRole("button", { name: en.startMember, exact: true }).click({ timeout: 30_000 });
    await page.waitForURL(/\/operations\//);
    await expect(succeeded).toBeVisible({ timeout: 60_000 });
    await page.goto(path);
    await expect(page.getByText(/3 of 3 members online/).first()).toBeVisible();
  });

  await test.step("the end of its management shows what goes, and asks, before anything is done", async () => {
    await page.goto(`${path}/members`);
    await page.getByRole("button", { name: "Remove from management" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(address).first()).toBeVisible();
    await expect(dialog.getByText("Drop the schema primacy")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Remove from management" })).toBeDisabled();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
  });
});
