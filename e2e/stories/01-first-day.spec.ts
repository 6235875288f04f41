import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { joinRows, runRootSql } from "@primacy/lab";
import { administrator, expect, test } from "../fixtures/story";
import {
  askForMember,
  configureVip,
  expectPanelInAddress,
  expectReasons,
  registerCluster,
  switchOver,
} from "../pages/cluster";
import { expectDowntimes, findDowntime } from "../pages/downtime";
import { addHosts } from "../pages/hosts";
import { createAdministrator } from "../pages/sign-in";

const taken = {
  title: "check.address_not_host.title",
  evidence: "check.address_not_host.fail",
  remedy: "check.address_not_host.remedy",
} as const;
const answered = {
  title: "check.address_unused.title",
  evidence: "check.address_unused.fail_member",
  remedy: "check.address_unused.remedy",
} as const;

test("from the first visit to a VIP that follows a switchover", async ({
  page,
  lab,
  say,
  language,
  expectAccessible,
  picture,
}) => {
  test.setTimeout(1_200_000);
  const databases = ["db1", "db2", "db3"] as const;
  // The pictures of the README.
  const keep = (of: Page, name: string) => (language === "en" ? picture(of, name) : Promise.resolve());
  const address = lab.host("db1").address.replace(/\.\d+$/, ".100");

  await test.step("the first visit makes the administrator", async () => {
    await page.goto("/");
    await expectAccessible(page);
    await createAdministrator(page, say, administrator);
  });

  await test.step("three hosts are added and their agents installed over SSH", async () => {
    const hosts = databases.map((name) => ({ name, address: lab.host(name).address }));
    await addHosts(page, say, hosts, readFileSync(lab.sshKeyPath, "utf8"), expectAccessible);
    await page.goto("/hosts");
    await expect(page.getByText(say.answering)).toHaveCount(3);
    await keep(page, "hosts");
  });

  const path = await test.step("the group is registered from one member", async () => {
    const { user, password } = lab.credentials.admin;
    const seed = { address: lab.host("db1").address, user, password };
    return registerCluster(page, say, seed, "orders", expectAccessible);
  });

  await test.step("the live topology shows three members online", async () => {
    await expect(page.getByText(say.allOnline).first()).toBeVisible({ timeout: 120_000 });
    await expectAccessible(page);
  });

  await test.step("an address that cannot be used is refused with every reason, and nothing is changed", async () => {
    const used = lab.host("db2").address;
    const { stdout } = await lab.host("db2").exec(["cat", "/sys/class/net/eth0/address"]);
    const heard = { protocol: "ARP", nic: "eth0", macs: stdout.trim(), host: "db2" };
    await page.goto(`${path}/vip/new`);
    await page.locator("input[name=address]").fill(used);
    await page.getByRole("button", { name: say.checks }).click();
    await expect(page.getByText(say.checksFailed).first()).toBeVisible({ timeout: 120_000 });
    await expect(page.getByRole("button", { name: say.apply, exact: true })).toBeDisabled();
    await expectAccessible(page);
    await expectReasons(page, language, [
      { on: say.groupColumn, ...taken, params: { address: used, owner: "db2" } },
      { on: "db1", ...answered, params: heard },
      { on: "db3", ...answered, params: heard },
    ]);
    expect((await (await page.request.get(`/api/v1${path}/vips`)).json()).items).toEqual([]);
    const orders = await page.request.get("/api/v1/operations?kind=vip.apply");
    expect((await orders.json()).items).toEqual([]);
    expect(await lab.observe.addressHolders(used)).toEqual(["db2"]);
  });

  await test.step("the VIP is checked, told how long writes would stop and why, configured and proved", async () => {
    const period = "replica_checkpoint_period";
    const onDb3 = (sql: string) => runRootSql(lab.host("db3"), sql);
    const usual = joinRows(await onDb3(`SELECT @@GLOBAL.${period}`));
    // What a server has that nobody told otherwise.
    await onDb3(`SET GLOBAL ${period} = 300`);
    try {
      await configureVip(page, say, path, { kind: "write", address }, async (of) => {
        await expectDowntimes(of, say);
        const advice = findDowntime(of, say.faults.switchover).getByText(say.wouldChange(period, 20));
        await expect(advice).toBeVisible();
        await expectAccessible(of);
        await onDb3(`SET GLOBAL ${period} = ${usual}`);
        await of.getByRole("button", { name: say.checkAgain, exact: true }).click();
        await expect(of.getByRole("button", { name: say.apply, exact: true })).toBeEnabled({
          timeout: 120_000,
        });
        await expectDowntimes(of, say);
        await expect(advice).toHaveCount(0);
      });
    } finally {
      await onDb3(`SET GLOBAL ${period} = ${usual}`);
    }
    expect(await lab.observe.addressHolders(address)).toEqual(["db1"]);
    await expectAccessible(page);
    await keep(page, "vip-applied");
  });

  await test.step("the address follows a switchover, and the picture follows the address", async () => {
    const watch = await lab.observe.watchHolders(address);
    const wall = await page.context().newPage();
    await wall.goto(path);
    await expect(wall.getByText(say.writesGoTo("db1")).first()).toBeVisible();
    // The lines get their labels in the browser, after the words that come with the page.
    const labels = wall.locator(".react-flow__edgelabel-renderer");
    await expect(labels.getByText(say.queueAndLag)).toHaveCount(2);
    await keep(wall, "topology");
    await switchOver(page, say, path, "db2", "db1", expectAccessible);
    await expect(wall.getByText(say.writesGoTo("db2")).first()).toBeVisible();
    const heldByDb2 = { name: say.heldByKernelOf("db2", address) };
    await expect(wall.getByRole("button", heldByDb2)).toBeVisible();
    await watch.stop();
    expect(watch.overlaps).toEqual([]);
    expect(await lab.observe.addressHolders(address)).toEqual(["db2"]);
    await keep(page, "switchover");
    await expectPanelInAddress(wall, "db2", expectAccessible);
    await wall.getByText(say.table, { exact: true }).click();
    await expect(wall.getByRole("table").first()).toBeVisible();
    await wall.close();
  });

  await test.step("a member is stopped, is not started with what it alone has, and comes back", async () => {
    const dialog = page.getByRole("dialog");
    const succeeded = page.getByRole("main").getByText(say.succeeded, { exact: true }).first();
    const onDb3 = (sql: string) => runRootSql(lab.host("db3"), sql);
    await askForMember(page, say, path, "db3", say.stopMember);
    await expect(dialog.getByText(say.votersRemain).first()).toBeVisible({ timeout: 120_000 });
    await expectAccessible(page);
    await dialog.getByRole("textbox").fill("orders");
    await dialog.getByRole("button", { name: say.stopMember, exact: true }).click();
    await page.waitForURL(/\/operations\//);
    await expect(succeeded).toBeVisible({ timeout: 120_000 });
    await expect(page.getByText(say.readOnlyIsOn).first()).toBeVisible();

    await onDb3("SET GLOBAL super_read_only = OFF; CREATE DATABASE stray; SET GLOBAL super_read_only = ON");
    await askForMember(page, say, path, "db3", say.startMember);
    const errant = dialog.getByRole("table", { name: say.errantTransactions });
    const gtid = (await errant.getByRole("rowheader").innerText({ timeout: 120_000 })).trim();
    await expect(dialog.getByRole("button", { name: say.startMember, exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: say.cancel }).click();

    await onDb3(
      "SET SESSION sql_log_bin = 0; SET GLOBAL super_read_only = OFF; DROP DATABASE stray; SET GLOBAL super_read_only = ON",
    );
    const forget = `SET GTID_NEXT = '${gtid}'; BEGIN; COMMIT; SET GTID_NEXT = 'AUTOMATIC'`;
    await runRootSql(lab.host("db2"), forget);
    await askForMember(page, say, path, "db3", say.startMember);
    await dialog.getByRole("button", { name: say.startMember, exact: true }).click({ timeout: 120_000 });
    await page.waitForURL(/\/operations\//);
    await expect(succeeded).toBeVisible({ timeout: 120_000 });
    await page.goto(path);
    await expect(page.getByText(say.allOnline).first()).toBeVisible();
    await expect(page.getByText(say.stoppedAsOrdered("db3")).first()).toBeVisible();
  });

  await test.step("the end of its management shows what goes, and asks, before anything is done", async () => {
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox").fill(say.removeFromManagement);
    await expect(dialog.getByRole("option")).toHaveCount(1);
    await expectAccessible(page);
    await dialog.getByRole("combobox").press("Enter");
    await page.waitForURL(`**${path}/members`);
    await expect(dialog.getByText(address).first()).toBeVisible();
    await expect(dialog.getByText(say.dropSchema)).toBeVisible();
    await expect(dialog.getByRole("button", { name: say.removeFromManagement })).toBeDisabled();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: say.cancel }).click();
    await expect(dialog).toHaveCount(0);
  });
});
