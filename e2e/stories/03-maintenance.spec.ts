import type { Locator, Page } from "@playwright/test";
import { message, paramsWith } from "@primacy/contract";
import { databaseNames, isLongRun, joinRows, type Lab, runRootSql } from "@primacy/lab";
import { administrator, expect, test } from "../fixtures/story";
import {
  configureVip,
  fillAccount,
  findAgent,
  orderOfVip,
  orderRestart,
  orderSwitchover,
  wantOn,
} from "../pages/cluster";
import { expectBriefDowntime } from "../pages/downtime";
import { signIn } from "../pages/sign-in";
import type { Words } from "../words";

/** All of the group, as sentences about it count. */
const counts = { online: 3, total: 3 };
const whole = paramsWith(counts, { standing: message("topology.members_online", counts) });

/**
 * The address of a VIP by its last number. The first day left the write VIP, .100, on db2. These stories leave it there, but
 * for the third, from which the fourth brings it back, and the last, which leaves it on db1.
 */
function addressOf(lab: Lab, last: number): string {
  return lab.host("db1").address.replace(/\.\d+$/, `.${last}`);
}

/** Signs in; returns the path of the cluster. */
async function enter(page: Page, say: Words): Promise<string> {
  await signIn(page, say, administrator);
  const { items } = await (await page.request.get("/api/v1/clusters")).json();
  return `/clusters/${items[0].id}`;
}

test("a read VIP is configured beside the write VIP, is drawn on a secondary, moved by hand, and removed", async ({
  page,
  lab,
  say,
  expectAccessible,
}) => {
  const path = await enter(page, say);
  const address = addressOf(lab, 101);
  await configureVip(page, say, path, { kind: "read", address }, expectAccessible);
  const [holder = "nobody", ...others] = await lab.observe.addressHolders(address);
  expect(["db1", "db3"]).toContain(holder);
  expect(others).toEqual([]);
  await expect(page.getByText(say.readAnsweredBy(holder), { exact: true })).toBeVisible();
  await page.goto(path);
  await expect(page.getByRole("button", { name: say.readingClients })).toBeVisible();
  await expect(page.getByRole("button", { name: say.heldByKernelOf(holder, address) })).toBeVisible();
  await expectAccessible(page);
  const to = holder === "db1" ? "db3" : "db1";
  const fill = (dialog: Locator): Promise<void> => wantOn(dialog, say, to);
  await orderOfVip(
    page,
    say,
    path,
    { address, action: say.change, fill, confirm: "orders" },
    expectAccessible,
  );
  await expect.poll(() => lab.observe.addressHolders(address), { timeout: 120_000 }).toEqual([to]);
  const removal = { address, action: say.remove, confirm: "orders" };
  await orderOfVip(page, say, path, removal, expectAccessible);
  expect(await lab.observe.addressHolders(address)).toEqual([]);
});

test("a stranger that answers for the VIP is told of while one looks, and so is its end", async ({
  page,
  lab,
  standing,
  say,
  tell,
  expectAccessible,
}) => {
  const path = await enter(page, say);
  const address = addressOf(lab, 100);
  const { mac } = lab.host("app1");
  // The header's sentence about the cluster.
  const sentence = page.getByRole("banner");
  const history = page.getByRole("region", { name: say.history, exact: true });
  const wire = page.getByRole("list", { name: say.whoAnswers, exact: true });
  const owners = wire.getByRole("list", { name: say.answeringMachines, exact: true });
  const stranger = owners.getByRole("listitem").filter({ hasText: mac });
  await page.goto(path);
  await expect(wire.getByText(say.rightfulAnswers)).toBeVisible();

  const removeConflictingHost = await standing.addConflictingHost("app1", `${address}/32`);
  try {
    await expect(wire.getByText(say.twoAnswer, { exact: true })).toBeVisible();
    await expect(stranger).toContainText(say.unknownMachine);
    await expect(page.getByRole("button", { name: say.strangerAnswers(mac, address) })).toBeVisible();
    await expect(sentence).toContainText(mac);
    const noted = history.getByRole("listitem").filter({ hasText: say.severalAnswer(address) });
    await expect(noted.first()).toContainText(mac);
    const defended = tell("event.vip_defended", { host: "db2", address, macs: mac });
    await expect(history.getByText(defended).first()).toBeVisible();
    await expectAccessible(page);
  } finally {
    await removeConflictingHost();
  }
  await expect(wire.getByText(say.rightfulAnswers)).toBeVisible({ timeout: 120_000 });
  await expect(stranger).toHaveCount(0);
  const held = { primary: "db2", address, holder: "db2", answerer: "db2" };
  await expect(sentence.getByText(tell("topology.summary_held", { ...whole, ...held }))).toBeVisible();
  await expect(history.getByText(say.noLongerAnswers(mac)).first()).toBeVisible({ timeout: 120_000 });
  expect(await lab.observe.addressHolders(address)).toEqual(["db2"]);
});

test("a paused VIP is taken by nobody whoever is the primary, and follows to db1 once it is resumed", async ({
  page,
  lab,
  say,
  tell,
  trouble,
  expectAccessible,
}) => {
  const path = await enter(page, say);
  const address = addressOf(lab, 100);
  const watch = await lab.observe.watchHolders(address);
  const wall = await page.context().newPage();
  const sentence = wall.getByRole("banner");
  await wall.goto(path);

  await test.step("it is paused where it is", async () => {
    const pause = { address, action: say.pause, confirm: "orders" };
    await orderOfVip(page, say, path, pause, async (of) => {
      const dialog = of.getByRole("dialog");
      await expect(dialog.getByText(tell("step.document.keep", { host: "db2", address }))).toBeVisible();
      await expect(dialog.getByText(tell("step.document.stay", { host: "db1", address }))).toBeVisible();
      await expectAccessible(of);
    });
    const paused = { ...whole, primary: "db2", address, holder: "db2" };
    await expect(sentence.getByText(tell("topology.summary_paused", paused))).toBeVisible();
    await expect(wall.getByRole("button", { name: say.pausedOn("db2", address) })).toBeVisible();
    await page.goto(`${path}/vip`);
    const section = page.getByRole("region", { name: address, exact: true });
    await expect(section.getByText(say.staysOn("db2"))).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a switchover, for which clients would reach nothing, is refused", async () => {
    trouble.allow(/^409 POST \S+\/switchover\/check$/);
    await page.goto(`${path}/switchover`);
    await page.getByRole("radio", { name: "db1" }).click();
    await page.getByRole("main").getByRole("button", { name: say.lookAt }).click();
    const reason = tell("problem.vip_paused", { address });
    await expect(page.getByRole("main").getByText(reason)).toBeVisible();
    await expect.poll(() => findPrimaryName(lab)).toBe("db2");
    expect(await lab.observe.addressHolders(address)).toEqual(["db2"]);
  });

  await test.step("where the group changes its primary without being asked, no other host takes it", async () => {
    const db1 = lab.host("db1");
    const uuid = joinRows(await runRootSql(db1, "SELECT @@server_uuid"));
    await runRootSql(db1, `SELECT group_replication_set_as_primary('${uuid}')`);
    const lost = { ...whole, primary: "db1", address };
    await expect(sentence.getByText(tell("topology.summary_paused_nobody", lost))).toBeVisible();
    await expect(wall.getByRole("button", { name: say.heldByNobody(address) })).toBeVisible();
    await watch.catchUp();
    expect(watch.holders).toEqual([]);
    expect(watch.intervals.map(({ host }) => host)).toEqual(["db2"]);
  });

  await test.step("it follows once it is resumed", async () => {
    await orderOfVip(page, say, path, { address, action: say.resume }, async (of) => {
      const told = tell("step.document.follow", { host: "db1", address });
      await expect(of.getByRole("dialog").getByText(told)).toBeVisible();
    });
    const held = { ...whole, primary: "db1", address, holder: "db1", answerer: "db1" };
    await expect(sentence.getByText(tell("topology.summary_held", held))).toBeVisible();
    await expect(wall.getByRole("button", { name: say.heldByKernelOf("db1", address) })).toBeVisible();
    await watch.stop();
    expect(watch.intervals.map(({ host }) => host)).toEqual(["db2", "db1"]);
    expect(watch.overlaps).toEqual([]);
  });
  await wall.close();
});

test("a switchover back to db2 drains first, as its plan says, and its steps are seen as they go", async ({
  page,
  lab,
  standing,
  say,
  tell,
  expectAccessible,
}) => {
  const path = await enter(page, say);
  const address = addressOf(lab, 100);
  const wall = await page.context().newPage();
  await wall.goto(path);
  // The client that writes all the while is back, with the one connection that is waited for.
  const before = standing.ackedCount;
  await expect.poll(() => standing.ackedCount).toBeGreaterThan(before + 1);

  const drain = tell("step.switchover.drain", { address, host: "db1" });
  await orderSwitchover(page, say, path, { to: "db2", drainSeconds: 60 }, async (of) => {
    const plan = of.getByRole("main").getByRole("list", { name: say.switchOver, exact: true });
    await expect(plan.getByText(drain)).toBeVisible();
    await expectAccessible(of);
  });
  const steps = page.getByRole("list", { name: say.switchingOver, exact: true }).getByRole("listitem");
  const draining = steps.filter({ hasText: drain });
  await expect(draining).toHaveAttribute("aria-current", "step");
  await expect(draining).toContainText(say.stillOpen);
  const drained = { ...whole, primary: "db1", address, holder: "db1" };
  await expect(wall.getByRole("banner").getByText(tell("topology.summary_draining", drained))).toBeVisible();
  await expect(wall.getByRole("button", { name: say.drainingOn("db1", address) })).toBeVisible();
  await expect.poll(() => findPrimaryName(lab)).toBe("db1");

  await endConnections(lab);
  await expect(page.getByText(say.isPrimary("db2", "db1"))).toBeVisible({ timeout: 120_000 });
  await expect(steps.filter({ hasText: say.done })).toHaveCount(3);
  await expect(page.getByText(say.connectionsEnded)).toBeVisible();
  await expect(wall.getByText(say.writesGoTo("db2")).first()).toBeVisible();
  await expect(wall.getByRole("button", { name: say.heldByKernelOf("db2", address) })).toBeVisible();
  expect(await lab.observe.addressHolders(address)).toEqual(["db2"]);
  await wall.close();
});

test("a setting that a check finds on one member is fixed on all, as its plan says, and the check passes", async ({
  page,
  lab,
  say,
  tell,
  expectAccessible,
}) => {
  const path = await enter(page, say);
  const address = addressOf(lab, 100);
  const variable = "replica_checkpoint_period";
  const [usual = ""] = await askAll(lab, `SELECT @@GLOBAL.${variable}`);
  await runRootSql(lab.host("db3"), `SET GLOBAL ${variable} = 300`);
  try {
    await page.goto(`${path}/vip`);
    const section = page.getByRole("region", { name: address, exact: true });
    await section.getByRole("button", { name: say.check, exact: true }).click();
    const checks = page.getByRole("dialog", { name: address });
    const check = checks.getByRole("row", { name: tell("check.checkpoint_period.title") });
    const result = (word: string) =>
      check.getByRole("button", { name: `${say.groupColumn}: ${word}`, exact: true });
    await result(say.results.warn).click({ timeout: 120_000 });
    const found = tell("check.checkpoint_period.warn", { values: "db3 300", maxMs: 300 });
    await expect(checks.getByText(found, { exact: true })).toBeVisible();
    await checks.getByRole("button", { name: say.fix, exact: true }).click();

    const dialog = page.getByRole("dialog", { name: variable });
    for (const [host, current] of [
      ["db1", usual],
      ["db2", usual],
      ["db3", "300"],
    ] as const) {
      const step = tell("step.variable.set", { variable, value: "20", host, current });
      await expect(dialog.getByText(step)).toBeVisible();
    }
    await expectAccessible(page);
    await fillAccount(dialog, say, lab.credentials.admin);
    await dialog.getByRole("button", { name: say.applyFix, exact: true }).click();
    await expect(dialog.getByText(say.setOnAll, { exact: true })).toBeVisible({ timeout: 120_000 });
    const persisted = `SELECT VARIABLE_VALUE FROM performance_schema.persisted_variables WHERE VARIABLE_NAME = '${variable}'`;
    expect(await askAll(lab, persisted)).toEqual(["20", "20", "20"]);

    await dialog.getByRole("button", { name: say.checkAgain, exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await checks.getByRole("button", { name: say.showPassed }).click({ timeout: 120_000 });
    await expect(result(say.results.pass)).toBeVisible();
  } finally {
    await askAll(lab, `RESET PERSIST IF EXISTS ${variable}; SET GLOBAL ${variable} = ${usual}`);
  }
});

if (isLongRun)
  test("what becomes of connections when a host lets go is changed, shown, and changed back", async ({
    page,
    lab,
    say,
    tell,
    expectAccessible,
  }) => {
    const path = await enter(page, say);
    const address = addressOf(lab, 100);
    const section = page.getByRole("region", { name: address, exact: true });
    for (const [from, to] of [
      ["cut", "leave"],
      ["leave", "cut"],
    ] as const) {
      const change = {
        address,
        action: say.change,
        confirm: "orders",
        fill: async (dialog: Locator) => {
          await expect(dialog.getByRole("radio", { name: say.onReleases[from] })).toBeChecked();
          await dialog.getByRole("radio", { name: say.onReleases[to] }).click();
          await dialog.getByRole("button", { name: say.showPlan, exact: true }).click();
        },
      };
      await orderOfVip(page, say, path, change, async (of) => {
        await expect(of.getByRole("dialog").getByText(tell("step.vip.change", { address }))).toBeVisible();
        await expectAccessible(of);
      });
      await page.goto(`${path}/vip`);
      await expect(section.getByText(say.onReleases[to], { exact: true })).toBeVisible();
    }
    expect(await lab.observe.addressHolders(address)).toEqual(["db2"]);
  });

test("a host lets go of the VIP and stays without it, until it may take it again", async ({
  page,
  lab,
  say,
  tell,
  expectAccessible,
}) => {
  const path = await enter(page, say);
  const address = addressOf(lab, 100);
  const watch = await lab.observe.watchHolders(address);
  const onDb2 = { address, on: "db2" };
  const sentence = page.getByRole("banner");
  const agent = findAgent(page, say, address, "db2");

  const release = { ...onDb2, action: say.letGo, confirm: "orders" };
  await orderOfVip(page, say, path, release, async (of) => {
    const step = tell("step.vip.release", { host: "db2", address });
    await expect(of.getByRole("dialog").getByText(step)).toBeVisible();
    await expectAccessible(of);
  });
  await page.goto(`${path}/vip`);
  const nobody = { ...whole, primary: "db2", address };
  await expect(sentence.getByText(tell("topology.summary_nobody", nobody))).toBeVisible();
  await expect(agent).toContainText(tell("reason.maintenance"));
  await watch.catchUp();
  expect(watch.holders).toEqual([]);

  await orderOfVip(page, say, path, { ...onDb2, action: say.takePartAgain }, async (of) => {
    const step = tell("step.vip.resume", { host: "db2", address });
    await expect(of.getByRole("dialog").getByText(step)).toBeVisible();
  });
  await page.goto(`${path}/vip`);
  const held = { ...whole, primary: "db2", address, holder: "db2", answerer: "db2" };
  await expect(sentence.getByText(tell("topology.summary_held", held))).toBeVisible();
  await watch.stop();
  expect(watch.intervals.map(({ host }) => host)).toEqual(["db2", "db2"]);
  expect(watch.overlaps).toEqual([]);
});

if (isLongRun)
  test("every server is restarted once, one after another, and db1 has the VIP alone at the end", async ({
    page,
    lab,
    say,
    tell,
    expectAccessible,
  }) => {
    const path = await enter(page, say);
    const address = addressOf(lab, 100);
    const watch = await lab.observe.watchHolders(address);
    const restartOf = (member: string) => tell("step.restart.member", { member });
    const steps = [
      restartOf("db3"),
      restartOf("db1"),
      tell("step.switchover.order", { member: "db1" }),
      tell("step.switchover.follow", { address }),
      restartOf("db2"),
    ];
    const listed = (name: string) =>
      page.getByRole("main").getByRole("list", { name, exact: true }).getByRole("listitem");

    const orderedAtMs = Date.now();
    await orderRestart(page, say, path, { to: "db1", by: lab.credentials.admin }, async (of) => {
      await expectBriefDowntime(of, say.faults.switchover);
      await expect(listed(say.rollingRestart)).toContainText(steps);
      await expectAccessible(of);
    });
    await expect(page.getByText(say.allRestarted, { exact: true })).toBeVisible({ timeout: 120_000 });
    await expect(listed(say.restarting)).toContainText(steps);
    await expect(listed(say.restarting).filter({ hasText: say.done })).toHaveCount(steps.length);
    await expectAccessible(page);

    const uptime =
      "SELECT VARIABLE_VALUE FROM performance_schema.global_status WHERE VARIABLE_NAME = 'Uptime'";
    const uptimesMs = (await askAll(lab, uptime)).map((seconds) => Number(seconds) * 1_000);
    expect(Math.max(...uptimesMs)).toBeLessThan(Date.now() - orderedAtMs);
    const held = { ...whole, primary: "db1", address, holder: "db1", answerer: "db1" };
    const sentence = page.getByRole("banner").getByText(tell("topology.summary_held", held));
    await expect(sentence).toBeVisible({ timeout: 120_000 });
    await watch.stop();
    expect(watch.overlaps).toEqual([]);
    expect(await lab.observe.addressHolders(address)).toEqual(["db1"]);
  });

/** Nobody's while its servers do not agree. */
async function findPrimaryName(lab: Lab): Promise<string | undefined> {
  return (await lab.findPrimary())?.name;
}

/** Ends the client's connection on db1, as a pool does with one that it no longer needs. */
async function endConnections(lab: Lab): Promise<void> {
  const db1 = lab.host("db1");
  const { user } = lab.credentials.bench;
  const open = await runRootSql(db1, `SELECT ID FROM performance_schema.processlist WHERE USER = '${user}'`);
  for (const [id] of open) await runRootSql(db1, `KILL CONNECTION ${id}`);
}

/** Each member's answer to the same SQL. */
function askAll(lab: Lab, sql: string): Promise<string[]> {
  return Promise.all(databaseNames.map(async (name) => joinRows(await runRootSql(lab.host(name), sql))));
}
