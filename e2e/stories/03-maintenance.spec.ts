import type { Page } from "@playwright/test";
import { joinRows, type Lab, runRootSql } from "@primacy/lab";
import { administrator, expect, test } from "../fixtures/story";
import { configureVip, orderOfVip, orderSwitchover } from "../pages/cluster";
import { signIn } from "../pages/door";
import type { Words } from "../words";

/** All of the group, as sentences about it count. */
const whole = { online: 3, total: 3 };

/**
 * The address of a VIP by its last number. The first day left the write VIP, .100, on db2, and so do these stories, of which
 * the third leaves it on db1 for the last.
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

test("a read VIP is configured beside the write VIP, is drawn on a secondary, and removed", async ({
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

  const removeStranger = await standing.addStranger("app1", `${address}/32`);
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
    await removeStranger();
  }
  await expect(wire.getByText(say.rightfulAnswers)).toBeVisible({ timeout: 30_000 });
  await expect(stranger).toHaveCount(0);
  const held = { primary: "db2", address, holder: "db2", answerer: "db2" };
  await expect(sentence.getByText(tell("topology.summary_held", { ...whole, ...held }))).toBeVisible();
  await expect(history.getByText(say.noLongerAnswers(mac)).first()).toBeVisible({ timeout: 30_000 });
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
    expect((await lab.findPrimary())?.name).toBe("db2");
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
  expect((await lab.findPrimary())?.name).toBe("db1");

  await endConnections(lab);
  await expect(page.getByText(say.isPrimary("db2", "db1"))).toBeVisible({ timeout: 60_000 });
  await expect(steps.filter({ hasText: say.done })).toHaveCount(3);
  await expect(page.getByText(say.connectionsEnded)).toBeVisible();
  await expect(wall.getByText(say.writesGoTo("db2")).first()).toBeVisible();
  await expect(wall.getByRole("button", { name: say.heldByKernelOf("db2", address) })).toBeVisible();
  expect(await lab.observe.addressHolders(address)).toEqual(["db2"]);
  await wall.close();
});

/** Ends the client's connection on db1, as a pool does with one that it no longer needs. */
async function endConnections(lab: Lab): Promise<void> {
  const db1 = lab.host("db1");
  const { user } = lab.credentials.bench;
  const open = await runRootSql(db1, `SELECT ID FROM performance_schema.processlist WHERE USER = '${user}'`);
  for (const [id] of open) await runRootSql(db1, `KILL CONNECTION ${id}`);
}
