import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
  CheckedPlan,
  type HostCondition,
  isRefusal,
  type Operation,
  type Topology,
  type Vip,
} from "@primacy/contract";
import { installLayout } from "@primacy/contract/agent";
import { systemActor } from "@primacy/db";
import { type DatabaseName, databaseNames, isLongRun, runRootSql, waitFor } from "@primacy/lab";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { describe as told } from "../testing/lab-cluster";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";

let lab: SharedCluster;
let clusterId = "";
const { agentLog } = installLayout;

beforeAll(async () => {
  lab = await shareCluster();
  clusterId = lab.clusterId;
});
afterAll(() => lab?.giveBack());

afterEach(async () => {
  await lab.lab.resetGroup();
  await waitFor("every agent answers", async () => (await epochsOfAgents().catch(() => null)) ?? undefined, {
    timeoutMs: 60_000,
  });
});

/** The cluster's VIP, held at this address, whatever the test before left; a client on another host writes through it. */
async function haveVip(address = lab.vipAddress): Promise<Vip> {
  const [vip] = await lab.opened.database.vips.listByCluster(clusterId);
  if (vip === undefined) await lab.applyVip(clusterId);
  else if (vip.address !== address) {
    const changed = await lab.perform("vip.change", clusterId, { vipId: vip.id, change: { address } });
    expect(told(changed)).toMatchObject({ state: "succeeded" });
  }
  await lab.proveWrite(address);
  const [held] = await lab.opened.database.vips.listByCluster(clusterId);
  if (held === undefined) throw new Error("no VIP is wanted");
  return held;
}

/** What must be true after an apply that did not succeed: nothing of it is there, and the group serves. */
async function expectNothingLeft(): Promise<void> {
  expect(await lab.opened.database.vips.listByCluster(clusterId)).toEqual([]);
  expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([]);
  // A frozen member counts until the group has put it out.
  const primary = await waitFor(
    "a primary that all agree on",
    async () => (await lab.lab.findPrimary()) ?? undefined,
    { timeoutMs: 90_000 },
  );
  expect(await runRootSql(primary, "SHOW DATABASES LIKE 'primacy'")).toEqual([]);
  await lab.proveWrite(primary);
}

async function stepOf(id: string, code: string, states: readonly string[]): Promise<Operation> {
  const look = async (): Promise<Operation | undefined> => {
    const operation = await lab.opened.database.operations.get(id);
    const isThere = operation.steps.some((step) => step.code === code && states.includes(step.state));
    return isThere || operation.finishedAt !== null ? operation : undefined;
  };
  return waitFor(`${code} ${states.join("/")}`, look, { timeoutMs: 60_000, intervalMs: 5 });
}

async function ask(kind: "vip.apply" | "vip.check", input: object): Promise<string> {
  const asked = await lab.request(kind, clusterId, input);
  if (isRefusal(asked)) throw new Error(asked.message.text);
  return asked.id;
}

/** What became of each step that may have changed something, as the problem tells it. */
function fatesOf({ problem, steps }: Operation): readonly string[] {
  return (problem?.errors ?? []).map(({ path: at, code, message }) => {
    const step = steps.find((one) => `/steps/${one.ordinal}` === at);
    expect(message.params.number, message.text).toBe((step?.ordinal ?? 0) + 1);
    return [code, step?.code, ...(step?.hostName ? [step.hostName] : [])].join(" ");
  });
}

async function queryConsole(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: lab.opened.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function epochsOfAgents(): Promise<readonly (number | null)[]> {
  const { signal } = new AbortController();
  return Promise.all(
    lab.hosts.map(async (host) => (await lab.agentOf(host).call("hello", undefined, { signal })).epoch),
  );
}

async function highestOfAgents(): Promise<number> {
  return Math.max(...(await epochsOfAgents()).map((epoch) => epoch ?? 0));
}

/** Makes the console's database an older one, with `address` as its VIP's where it is given; the watcher hears of it. */
async function restoreConsole(address?: string): Promise<void> {
  if (address !== undefined)
    await queryConsole(`UPDATE vip SET address = '${address}' WHERE cluster_id = '${clusterId}'`);
  await queryConsole(`UPDATE cluster SET epoch = 1 WHERE id = '${clusterId}'`);
  await lab.opened.database.transact(systemActor("test"), (unit) => unit.clusters.raiseEpoch(clusterId));
}

function awaitDifference(isThere: boolean): Promise<Topology> {
  return lab.awaitTopology(
    clusterId,
    isThere ? "the difference is named" : "nothing differs",
    (one) => one.problems.some((problem) => problem.code === "topology.agents_differ") === isThere,
  );
}

describe("bad input", () => {
  test("an address that another machine uses is refused, with the machine's Ethernet address, and nothing changes", async () => {
    const app = lab.lab.host("app1");
    const removeConflictingHost = await lab.standing.addConflictingHost("app1", `${lab.vipAddress}/32`);
    try {
      const checked = await lab.perform("vip.check", clusterId, lab.vipRequest());
      const { report, plan } = CheckedPlan.parse(checked.result);
      const wire = report.checks.filter((check) => check.code === "address_unused");
      expect(wire.map((check) => check.result)).toEqual(["fail", "fail", "fail"]);
      expect(wire[0]?.evidence.text).toContain(app.mac);
      expect(plan.steps).toEqual([]);
      const applied = await lab.perform("vip.apply", clusterId, lab.vipRequest());
      expect(applied).toMatchObject({ state: "failed", problem: { code: "checks_failed" } });
      expect(applied.problem?.errors).toHaveLength(3);
    } finally {
      await removeConflictingHost();
    }
    await expectNothingLeft();
  });

  if (isLongRun)
    test("an address outside the subnet, and one of a member, are refused with all reasons at once", async () => {
      const outside = await lab.perform("vip.apply", clusterId, { address: "10.250.0.0", prefixLength: 24 });
      expect(outside).toMatchObject({ state: "failed", problem: { code: "checks_failed" } });
      const codes = outside.problem?.errors.map((error) => error.code) ?? [];
      expect(codes.filter((code) => code === "check.subnet")).toHaveLength(3);
      expect(codes).toContain("check.address_usable");
      const member = { address: lab.lab.host("db2").address, prefixLength: 24 };
      const taken = await lab.perform("vip.apply", clusterId, member);
      expect(taken.problem?.errors.map((error) => error.code)).toContain("check.address_not_host");
      await expectNothingLeft();
    });
});

describe("bad days before there is a VIP", () => {
  afterEach(() => lab.removeVips(clusterId));

  if (isLongRun)
    test("of two operators who apply at once, one is refused and told who is at it", async () => {
      const asked = await Promise.all([
        lab.request("vip.apply", clusterId, lab.vipRequest()),
        lab.request("vip.apply", clusterId, lab.vipRequest()),
      ]);
      const refusals = asked.filter(isRefusal);
      expect(refusals).toHaveLength(1);
      expect(refusals[0]).toMatchObject({
        code: "cluster_busy",
        message: { params: { operation: "vip.apply" } },
      });
      const accepted = asked.find((one) => !isRefusal(one));
      if (accepted === undefined || isRefusal(accepted)) throw new Error("none was accepted");
      expect(told(await lab.ended(accepted.id))).toMatchObject({ state: "succeeded" });
      await lab.proveWrite();
    });

  if (isLongRun)
    test("a member that is down is its own failed check, and the others are judged all the same", async () => {
      await lab.lab.fault.stopMysql("db3");
      const operation = await lab.perform("vip.check", clusterId, lab.vipRequest());
      const { report } = CheckedPlan.parse(operation.result);
      const own = report.checks.filter((check) => check.hostName === lab.hostNamed("db3").name);
      expect(own.find((check) => check.code === "member_state")?.result).toBe("fail");
      expect(own.find((check) => check.code === "address_unused")?.result).toBe("pass");
      const others = report.checks.filter((check) => check.hostName === lab.hostNamed("db2").name);
      expect(others.filter((check) => check.result === "fail")).toEqual([]);
      expect(others.length).toBeGreaterThan(10);
      await expectNothingLeft();
    });

  if (isLongRun)
    test("a member whose server hangs once the check runs delays nobody; its own failure refuses an apply", async () => {
      const { name } = lab.hostNamed("db3");
      const id = await ask("vip.check", lab.vipRequest());
      const begun = await stepOf(id, "vip.look", ["running"]);
      await lab.lab.fault.freezeProcess("db3", "mysqld");
      expect(begun.finishedAt).toBeNull();
      expect(told(await lab.ended(id))).toMatchObject({ state: "succeeded" });
      const failures = await waitFor(
        "the group's own word on the member",
        async () => {
          const operation = await lab.perform("vip.check", clusterId, lab.vipRequest());
          const { report } = CheckedPlan.parse(operation.result);
          const failed = report.checks.filter((check) => check.result === "fail");
          return failed.some((check) => check.code === "member_state") ? failed : undefined;
        },
        { timeoutMs: 60_000 },
      );
      expect(new Set(failures.map((check) => check.hostName))).toEqual(new Set([name]));
      expect(failures.map((check) => check.code)).toContain("agent_server");
      const refused = await lab.perform("vip.apply", clusterId, lab.vipRequest());
      expect(refused).toMatchObject({ state: "failed", problem: { code: "checks_failed" } });
      expect(new Set(refused.problem?.errors.map((error) => error.path))).toEqual(
        new Set([`/hosts/${name}`]),
      );
      await expectNothingLeft();
    });

  if (isLongRun)
    test("a host that is gone is its own failed check, and delays nobody's", async () => {
      await lab.lab.fault.powerOff("db3");
      const operation = await lab.perform("vip.check", clusterId, lab.vipRequest());
      // Who waited for it would have come to the end of the step's own time.
      expect(told(operation)).toMatchObject({ state: "succeeded" });
      const { report } = CheckedPlan.parse(operation.result);
      const own = report.checks.filter((check) => check.hostName === lab.hostNamed("db3").name);
      expect(own.find((check) => check.code === "agent")?.result).toBe("fail");
      expect(own.find((check) => check.code === "address_unused")?.result).toBe("skipped");
      const others = report.checks.filter((check) => check.hostName === lab.hostNamed("db2").name);
      expect(others.filter((check) => check.result === "fail")).toEqual([]);
      const refused = await lab.perform("vip.apply", clusterId, lab.vipRequest());
      expect(refused).toMatchObject({ state: "failed", problem: { code: "checks_failed" } });
      await expectNothingLeft();
    });

  test("a host that vanishes in the middle of an apply: the rest is undone, and the host is told when it returns", async () => {
    // The first step that writes waits until the host has vanished.
    const held = await lab.lab.mysql("db1");
    let id: string;
    try {
      await held.query("FLUSH TABLES WITH READ LOCK");
      id = await ask("vip.apply", lab.vipRequest());
      const begun = await stepOf(id, "schema.ensure", ["running"]);
      expect(begun.finishedAt).toBeNull();
      await lab.lab.fault.freezeHost("db3");
    } finally {
      held.destroy();
    }
    const operation = await lab.ended(id, 180_000);
    const { name } = lab.hostNamed("db3");
    expect(told(operation)).toMatchObject({ state: "undone" });
    expect(operation.problem).toMatchObject({ code: "agent_timeout", message: { params: { host: name } } });
    const failed = operation.steps.filter((step) => step.state === "failed");
    expect(failed.map((step) => [step.code, step.hostName])).toEqual([["credential.put", name]]);
    expect(failed[0]?.detail).toEqual(operation.problem?.message);
    expect(fatesOf(operation)).toEqual(["step_undone schema.ensure", "step_undone vip.store"]);
    await expectNothingLeft();
    await lab.lab.resetGroup();
    await waitFor(
      "every agent at the cluster's epoch",
      async () => {
        const { epoch } = await lab.opened.database.clusters.get(clusterId);
        const held = await epochsOfAgents().catch(() => []);
        return held.length === 3 && held.every((one) => one === epoch) ? true : undefined;
      },
      { timeoutMs: 60_000 },
    );
    await haveVip();
  });

  if (isLongRun)
    test("the primary's host that vanishes once it has its right: all but that is undone, and the group serves", async () => {
      const id = await ask("vip.apply", lab.vipRequest());
      await stepOf(id, "document.acquire", ["done"]);
      await lab.lab.fault.freezeHost("db1");
      const operation = await lab.ended(id, 180_000);
      const [first, ...others] = ["db1", "db2", "db3"].map((name) => lab.hostNamed(name).name);
      expect(told(operation)).toMatchObject({ state: "failed" });
      const hosts = expect.stringContaining(String(first));
      expect(operation.problem).toMatchObject({ code: "vip_host_silent", message: { params: { hosts } } });
      expect(fatesOf(operation)).toEqual([
        "step_undone schema.ensure",
        "step_undone vip.store",
        ...[first, ...others].map((name) => `step_undone document.join ${name}`),
        `step_left document.acquire ${first}`,
        ...others.map((name) => `step_undone document.acquire ${name}`),
      ]);
      const left = operation.problem?.errors.find((error) => error.code === "step_left");
      expect(left?.message.params).toMatchObject({
        "reason:": "failure.undo_not_told",
        "reason:host": first,
        "reason:address": lab.vipAddress,
      });
      const primary = await waitFor(
        "another primary",
        async () => {
          const found = await lab.lab.findPrimary();
          return found === null || found.name === "db1" ? undefined : found;
        },
        { timeoutMs: 60_000 },
      );
      await lab.proveWrite(primary);
      await lab.lab.resetGroup();
      await waitFor(
        "the address nowhere",
        async () => {
          const holders = await lab.lab.observe.addressHolders(lab.vipAddress);
          return holders.length === 0 ? true : undefined;
        },
        { timeoutMs: 60_000 },
      );
      await expectNothingLeft();
    });
});

if (isLongRun)
  describe("bad days of a VIP", () => {
    test("a change that cannot be proven is undone only when the new address is gone and the old one is back", async () => {
      const vip = await haveVip();
      const next = lab.vipAddress.replace(/100$/, "104");
      const lock = async (how: "LOCK" | "UNLOCK"): Promise<void> => {
        const primary = await lab.lab.findPrimary();
        if (primary !== null) await runRootSql(primary, `ALTER USER 'primacy_verify'@'%' ACCOUNT ${how}`);
      };
      await lock("LOCK");
      try {
        const changed = await lab.perform("vip.change", clusterId, {
          vipId: vip.id,
          change: { address: next },
        });
        expect(told(changed)).toMatchObject({ state: "undone" });
        expect(changed.problem?.message.code).toBe("failure.vip_write");
        expect(await lab.lab.observe.addressHolders(next)).toEqual([]);
        expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toHaveLength(1);
        await lab.proveWrite();
      } finally {
        await lock("UNLOCK");
      }
    });

    test("a console restored from an older database goes on above its agents' epoch", async () => {
      const vip = await haveVip();
      const highest = await highestOfAgents();
      await restoreConsole();
      const next = lab.vipAddress.replace(/100$/, "103");
      const changed = await lab.perform("vip.change", clusterId, {
        vipId: vip.id,
        change: { address: next },
      });
      expect(told(changed)).toMatchObject({ state: "succeeded" });
      expect((await lab.opened.database.clusters.get(clusterId)).epoch).toBeGreaterThan(highest);
      expect(await lab.lab.observe.addressHolders(next)).toHaveLength(1);
      expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([]);
      const held = await highestOfAgents();
      await restoreConsole();
      const goesOn = async (): Promise<true | undefined> =>
        (await lab.opened.database.clusters.get(clusterId)).epoch > held || undefined;
      await waitFor("the console goes on by itself", goesOn, { timeoutMs: 60_000 });
      expect(await lab.lab.observe.addressHolders(next)).toHaveLength(1);
      await lab.proveWrite(next);
    });

    test("a console restored with an older address moves nothing until an operator decides", async () => {
      const next = lab.vipAddress.replace(/100$/, "103");
      const { id: vipId } = await haveVip(next);
      const change = { vipId, change: { address: next } };
      const before = await epochsOfAgents();
      const watch = await lab.lab.observe.watchHolders(next);
      await restoreConsole(lab.vipAddress);
      const named = await awaitDifference(true);
      expect(named.problems.map((problem) => problem.text)).toContain(
        `The agents hold ${next}, where this console has ${lab.vipAddress}.`,
      );
      // The watcher looks after the agents every 2 s.
      const until = Date.parse(named.observedAt) + 7_000;
      const isLater = (one: Topology): boolean => Date.parse(one.observedAt) > until;
      const later = await lab.awaitTopology(clusterId, "the watcher looked several times", isLater);
      expect(later.problems.map((problem) => problem.code)).toContain("topology.agents_differ");
      expect(await epochsOfAgents()).toEqual(before);
      expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([]);

      const question = { ...lab.vipRequest(), address: next, vipId };
      const { report, plan } = CheckedPlan.parse(
        (await lab.perform("vip.check", clusterId, question)).result,
      );
      expect(report.hasFailures).toBe(false);
      expect(plan.consequences.map((one) => one.code)).toContain("consequence.restored_taken");
      expect(told(await lab.perform("vip.change", clusterId, change))).toMatchObject({ state: "succeeded" });
      await awaitDifference(false);
      await watch.stop();
      expect(watch.intervals.map((one) => one.toMs)).toEqual([null]);

      await restoreConsole(lab.vipAddress);
      await awaitDifference(true);
      for (const [kind, input] of [
        ["vip.change", { vipId, change: { port: 3307 } }],
        ["vip.pause", { vipId }],
        ["vip.remove", { vipId }],
      ] as const) {
        const refused = await lab.perform(kind, clusterId, input);
        expect(refused.state, kind).toBe("failed");
        expect((refused.problem?.errors ?? []).map((error) => error.code)).toContain("agents_differ");
      }
      const discovered = await lab.perform("cluster.refresh", clusterId, {});
      expect(told(discovered)).toMatchObject({ state: "succeeded" });
      expect(discovered.steps.at(-1)?.detail?.code).toBe("detail.agents_kept");
      expect(await lab.lab.observe.addressHolders(next)).toHaveLength(1);
      expect(told(await lab.perform("cluster.refresh", clusterId, { overrule: true }))).toMatchObject({
        state: "succeeded",
      });
      const isBack = async (): Promise<true | undefined> =>
        (await lab.lab.observe.addressHolders(lab.vipAddress)).length === 1 || undefined;
      await waitFor("the console's address is in force", isBack, { timeoutMs: 60_000 });
      expect(await lab.lab.observe.addressHolders(next)).toEqual([]);
      await awaitDifference(false);
      await lab.proveWrite();
    });

    test("an agent of the previous protocol goes on and is refused by name, and after an upgrade it takes part again", async () => {
      const vip = await haveVip();
      const [holder] = await lab.lab.observe.addressHolders(lab.vipAddress);
      const name = databaseNames.find((one) => one !== holder) ?? "db3";
      const host = lab.hostNamed(name);
      const before = await epochsOfAgents();
      const watch = await lab.lab.observe.watchHolders(lab.vipAddress);

      await downgrade(name);
      expect(await epochsOfAgents(), "it took up what it had kept").toEqual(before);
      const conditionOf = (topology: Topology): HostCondition | undefined =>
        topology.hosts.find((one) => one.hostId === host.id)?.condition;
      const isOutdated = (topology: Topology): boolean => conditionOf(topology) === "agent_outdated";
      await lab.awaitTopology(clusterId, "the agent is outdated", isOutdated, 30_000);
      const change = { address: lab.vipAddress.replace(/100$/, "105") };
      const refused = await lab.perform("vip.change", clusterId, { vipId: vip.id, change });
      expect(refused).toMatchObject({ state: "failed", problem: { code: "agent_outdated" } });
      const { errors = [] } = refused.problem ?? {};
      expect(errors.find((error) => error.code === "agent_outdated")?.message.text).toBe(
        `The agent on ${host.name} uses protocol 1; this console uses 2. Upgrade the agent.`,
      );
      expect(await epochsOfAgents()).toEqual(before);
      await lab.awaitTopology(clusterId, "the agent is outdated still", isOutdated, 30_000);

      expect(told(await lab.run("agent.upgrade", host))).toMatchObject({ state: "succeeded" });
      expect(await epochsOfAgents(), "the upgrade told it again").toEqual(before);
      const { stdout } = await lab.lab.host(name).exec(["grep", "-c", "the console is waited for", agentLog]);
      expect(stdout.trim(), "it did not act on what the other protocol kept").toBe("1");
      await lab.awaitTopology(clusterId, "the agent is well", (one) => conditionOf(one) === "ok", 30_000);
      await watch.stop();
      expect(watch.intervals).toEqual([expect.objectContaining({ host: holder, toMs: null })]);

      const { members } = await lab.opened.database.clusters.get(clusterId);
      const memberId = members.find((member) => member.hostId === host.id)?.id;
      expect(told(await lab.perform("switchover", clusterId, { memberId }))).toMatchObject({
        state: "succeeded",
      });
      expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([name]);
      await lab.proveWrite();
    });
  });

/** Puts the previous protocol's agent on a host, over a configuration as that agent would have kept it. */
async function downgrade(name: DatabaseName): Promise<void> {
  const file = `${installLayout.agentFolder}/document.json`;
  await lab.lab.host(name).exec(["sed", "-i", 's/"protocol":2/"protocol":1/', file]);
  expect(await lab.lab.host(name).readFile(file)).toContain('"protocol":1');
  lab.usePackage(await getOldPackage());
  try {
    const operation = await lab.run("agent.upgrade", lab.hostNamed(name));
    expect(told(operation)).toMatchObject({ state: "succeeded" });
  } finally {
    lab.usePackage();
  }
}

/** The real agent, built to speak the previous protocol; built here where it is not there, or older than the agent. */
async function getOldPackage(): Promise<string> {
  const agent = fileURLToPath(new URL("../../../agent", import.meta.url));
  const packed = "primacy-agent-linux-x64.tar.gz";
  const file = path.join(agent, "dist/protocol-1", packed);
  if (!existsSync(file) || statSync(file).mtimeMs < statSync(path.join(agent, "dist", packed)).mtimeMs) {
    const args = [path.join(agent, "build/build.mjs"), "--protocol", "1"];
    await promisify(execFile)(process.execPath, args, { timeout: 120_000 });
  }
  return file;
}
