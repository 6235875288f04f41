import type { Page } from "@playwright/test";
import { withPort } from "@primacy/contract";
import { joinRows, runRootSql } from "@primacy/lab";
import { administrator, expect, test } from "../fixtures/story";
import { signIn } from "../pages/sign-in";
import { words } from "../words";

const { en, zh } = words;
const longEnough = { timeout: 180_000 };

test("a drill is allowed, checked, ordered, watched to its verdict, taken away, read in Chinese, and compared", async ({
  page,
  lab,
  expectAccessible,
  trouble,
}) => {
  test.setTimeout(900_000);
  // The page asks for the drill before its record has begun.
  trouble.allow(/^404 GET .*\/drills\//);
  await signIn(page, en, administrator);
  const { items } = await (await page.request.get("/api/v1/clusters")).json();
  const path = `/clusters/${items[0].id}`;
  const address = lab.host("db1").address.replace(/\.\d+$/, ".100");
  const [from = "nobody", ...others] = await lab.observe.addressHolders(address);
  expect(others).toEqual([]);
  const to = from === "db1" ? "db2" : "db1";
  const name = en.switchoverDrill(from, to);
  const incidents = await readIncidents(page, path);
  const main = page.getByRole("main");
  const dialog = page.getByRole("dialog");

  await test.step("an administrator allows drills of this cluster", async () => {
    await page.goto(`${path}/members`);
    const permission = main.getByRole("switch", { name: en.allowDrills });
    await expect(permission).not.toBeChecked();
    await permission.click();
    await expect(permission).toBeChecked();
    await expect(main.getByRole("textbox", { name: en.drillObjective })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a switchover through the VIP is checked, and its outage predicted", async () => {
    await page.getByRole("link", { name: en.drills, exact: true }).click();
    await main.getByRole("link", { name: en.newDrill }).click();
    const faults = main.getByRole("radiogroup", { name: en.faultList });
    await faults.getByRole("radio", { name: en.switchoverFault }).click();
    await main.getByRole("combobox", { name: en.newPrimary }).click();
    await page.getByRole("option", { name: to, exact: true }).click();
    const vip = main.getByRole("checkbox", { name: `VIP ${withPort(address, 3306)}` });
    await expect(vip).toBeChecked();
    await main.getByRole("button", { name: en.check, exact: true }).click();
    await expect(main.getByText(en.allPassed)).toBeVisible(longEnough);
    await expect(main.getByRole("heading", { name: en.predictedOutage, exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("it shows its plan, and begins once the cluster's name is typed", async () => {
    await main.getByRole("button", { name: en.startDrill }).click();
    await expect(dialog.getByRole("list", { name: en.plan, exact: true })).toContainText(
      `Make ${to} the primary`,
    );
    const order = dialog.getByRole("button", { name: en.startDrill });
    await expect(order).toBeDisabled();
    await dialog.getByRole("textbox").fill("orders");
    await expectAccessible(page);
    await order.click();
    await page.waitForURL(/\/drills\/[0-9a-f-]{36}$/);
  });

  await test.step("it is seen as it runs, and passes: the gap of writes is told, and none is lost", async () => {
    await expect(page.getByRole("button", { name: en.stopAndHeal })).toBeVisible(longEnough);
    await expect(main.getByText(en.passedWithoutLoss)).toBeVisible(longEnough);
    await expect(main.getByRole("heading", { name, exact: true })).toBeVisible();
    await expect(main.getByRole("heading", { name: en.timeline, exact: true })).toBeVisible();
    const met = main.getByRole("table", { name: en.clientsMet }).getByRole("row").last();
    await expect(met).toContainText(address);
    await expect(met).toContainText(en.writeGap);
    await expect(page.getByRole("button", { name: en.stopAndHeal })).toHaveCount(0);
    await expectAccessible(page);
    expect(await lab.observe.addressHolders(address)).toEqual([to]);
  });

  await test.step("its report is taken away", async () => {
    await page.getByRole("button", { name: en.export }).click();
    const opened = page.context().waitForEvent("page");
    await page.getByRole("menuitem", { name: en.report }).click();
    const report = await opened;
    await expect(report.getByRole("heading", { level: 1 })).toContainText(name);
    await expect(report.getByText(en.passedWithoutLoss)).toBeVisible();
    await report.close();
  });

  await test.step("the same in Chinese", async () => {
    await page.getByRole("radio", { name: "中文" }).click();
    const heading = { name: zh.switchoverDrill(from, to), exact: true };
    await expect(main.getByRole("heading", heading)).toBeVisible();
    await expect(main.getByText(zh.passed, { exact: true })).toBeVisible();
    await expect(main.getByText(zh.passedWithoutLoss)).toBeVisible();
    const met = main.getByRole("table", { name: zh.clientsMet }).getByRole("row").last();
    await expect(met).toContainText(zh.writeGap);
    await page.getByRole("link", { name: zh.drills, exact: true }).click();
    await expect(main.getByRole("heading", { name: zh.failoverDrills })).toBeVisible();
    await page.getByRole("radio", { name: "EN" }).click();
    await expect(main.getByRole("heading", { name: en.failoverDrills })).toBeVisible();
  });

  await test.step("it is listed and compared; the topology has the new primary, and no incident is told", async () => {
    const listed = main.getByRole("row", { name: new RegExp(name) });
    await expect(listed).toContainText(en.passed);
    await main.getByRole("link", { name: en.compare }).click();
    await expect(main.getByRole("heading", { name: en.drillsCompared })).toBeVisible();
    await expect(main.locator(`a[href^="${path}/drills/"]`).first()).toBeVisible();
    await expectAccessible(page);
    await page.goto(path);
    await expect(page.getByText(en.writesGoTo(to)).first()).toBeVisible();
    await expect(page.getByRole("button", { name: en.heldByKernelOf(to, address) })).toBeVisible();
    expect(await readIncidents(page, path)).toEqual(incidents);
  });

  await test.step("the next story finds the primary where it was", async () => {
    const before = lab.hosts.find((host) => host.name === from);
    if (before === undefined) throw new Error(`the lab has no host ${from}`);
    const uuid = joinRows(await runRootSql(before, "SELECT @@server_uuid"));
    await runRootSql(before, `SELECT group_replication_set_as_primary('${uuid}')`);
    await expect.poll(() => lab.observe.addressHolders(address), longEnough).toEqual([from]);
    await expect(page.getByText(en.writesGoTo(from)).first()).toBeVisible(longEnough);
  });
});

/** Which incidents the console has told of, by their ids. */
async function readIncidents(page: Page, path: string): Promise<readonly string[]> {
  const { items } = await (await page.request.get(`/api/v1${path}/incidents`)).json();
  return items.map(({ id }: { readonly id: string }) => id);
}
