import { readFile } from "node:fs/promises";
import {
  type ClusterEvent,
  type EventKind,
  type HostCondition,
  isRefusal,
  type Topology,
  type Vip,
  type WireVerdict,
} from "@primacy/contract";
import type { AgentStatus } from "@primacy/contract/agent";
import { planAddressLabel } from "@primacy/core/vip";
import { isLongRun, joinRows, monotonicMs, runRootSql, waitFor } from "@primacy/lab";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { awaitWireOwners } from "../testing/await-wire-owners";
import { describe as told } from "../testing/lab-cluster";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";

let lab: SharedCluster;
let clusterId = "";

beforeAll(async () => {
  lab = await shareCluster();
  clusterId = lab.clusterId;
  await lab.applyVip(clusterId);
});
afterAll(() => lab?.giveBack());
afterEach(async () => {
  try {
    // Before anything is mended by the lab: whatever happened, clients can write through the VIP.
    await lab.proveWrite();
  } finally {
    await lab.lab.resetGroup();
  }
  // The picture of before the reset may be well too.
  const isWell = (one: Topology): boolean => one.tone === "ok" && isPrimaryOn(one, "db1");
  await lab.awaitTopology(clusterId, "all well again", isWell);
});

function conditionOf(topology: Topology, name: string): HostCondition | undefined {
  return topology.hosts.find((host) => host.name.startsWith(`${name}-`))?.condition;
}

function isPrimaryOn({ hosts, primaryMemberId }: Topology, name: string): boolean {
  const host = hosts.find((one) => one.name.startsWith(`${name}-`));
  return host?.members[0] !== undefined && host.members[0].memberId === primaryMemberId;
}

function vipCode(topology: Topology): string | undefined {
  return topology.vips[0]?.summary.code;
}

function wireOf(topology: Topology): WireVerdict | undefined {
  return topology.vips[0]?.wireVerdict;
}

/** The newest event of a kind that satisfies `accept`. */
async function awaitEvent(
  kind: EventKind,
  accept: (event: ClusterEvent) => boolean = () => true,
): Promise<ClusterEvent> {
  return waitFor(
    `an event ${kind}`,
    async () => {
      const { items } = await lab.opened.database.events.list(clusterId, null, { after: null, limit: 100 });
      return items.filter((event) => event.kind === kind).find(accept);
    },
    { timeoutMs: 60_000 },
  );
}

async function wantedVip(): Promise<Vip> {
  const [vip] = await lab.opened.database.vips.listByCluster(clusterId);
  if (vip === undefined) throw new Error("no VIP is wanted");
  return vip;
}

function statusOf(name: string): Promise<AgentStatus> {
  return lab.agentOf(lab.hostNamed(name)).call("status", undefined, { signal: new AbortController().signal });
}

/** Waits until the agent of a host answers so; one that is starting does not answer yet. */
async function awaitStatus(
  what: string,
  name: string,
  accept: (status: AgentStatus) => boolean,
): Promise<void> {
  const look = async (): Promise<true | undefined> => {
    const status = await statusOf(name).catch(() => null);
    return (status !== null && accept(status)) || undefined;
  };
  await waitFor(what, look, { timeoutMs: 60_000 });
}

async function awaitEvents(...kinds: readonly EventKind[]): Promise<void> {
  for (const kind of kinds) await awaitEvent(kind);
}

describe("the live picture of real hosts", () => {
  test("a dead database, a dead agent and a dead host look different, and come back", async () => {
    await lab.lab.fault.killMysql("db3", { restart: false });
    const dead = await lab.awaitTopology(
      clusterId,
      "db3's database is dead, and nothing listens there",
      (one) =>
        conditionOf(one, "db3") === "database_dead" &&
        one.problems.some(({ text }) => /: Nothing listens on [\d.]+:\d+\.$/.test(text)) &&
        // Until the group has put it out it counts, and a host that is slow to answer leaves its share of a picture open.
        one.summary.text.startsWith("Degraded: ") &&
        vipCode(one) === "topology.vip_ok",
    );
    expect([dead.tone, dead.isWritable]).toEqual(["warning", true]);
    expect(dead.summary.text).toMatch(
      /^Degraded: 2 of 3 .* tolerates no further failure\. Writes go to db1-/,
    );
    await lab.lab.resetGroup();
    await lab.awaitTopology(clusterId, "db3 is well", (one) => conditionOf(one, "db3") === "ok");

    await lab.lab.host("db3").exec(["service", "primacy-agent", "stop"]);
    await lab.awaitTopology(
      clusterId,
      "db3's agent is dead",
      (one) => conditionOf(one, "db3") === "agent_dead",
    );
    await lab.awaitTopology(clusterId, "db3's member is seen all the same", (one) =>
      one.hosts.some(
        (host) =>
          one.hasMajority === true &&
          host.name.startsWith("db3-") &&
          host.members[0]?.state === "ONLINE" &&
          !host.members[0].isStale,
      ),
    );
    await lab.lab.host("db3").exec(["service", "primacy-agent", "start"]);
    await lab.awaitTopology(clusterId, "db3's agent is back", (one) => conditionOf(one, "db3") === "ok");

    await lab.lab.fault.powerOff("db3");
    await lab.awaitTopology(clusterId, "db3 is dead", (one) => conditionOf(one, "db3") === "host_dead");
    await awaitEvents("database_lost", "database_back", "agent_lost", "agent_back", "host_lost");
    const sampled = await waitFor(
      "samples of all members",
      async () => {
        const lately = { fromMs: Date.now() - 600_000, toMs: Date.now(), stepSeconds: 600 };
        const found = await lab.opened.database.samples.listHistory(clusterId, null, lately);
        return found.length === 3 ? found : undefined;
      },
      { timeoutMs: 60_000 },
    );
    expect(sampled.flatMap(({ points }) => points)).toContainEqual(
      expect.objectContaining({
        // A member whose agent was silent for a while may have had both roles in these minutes.
        roles: expect.arrayContaining(["PRIMARY"]),
        applyQueue: expect.anything(),
      }),
    );
  });

  test("a crashed primary is seen, at the times at which it happened, and the VIP is drawn where it really is afterwards", async () => {
    const before = await lab.opened.database.events.getLastCursor(clusterId);
    const { actedAtMs } = await lab.lab.fault.killMysql("db1", { restart: false });
    const passed: { lost?: Topology; isNobody?: boolean } = {};
    await lab.awaitTopology(clusterId, "no primary is elected yet, and nobody holds the VIP", (one) => {
      // A session that broke comes first; that nothing listens proves that the server is down.
      const isLost =
        one.summary.code === "topology.summary_lost_usual" &&
        /^2 of 3 members online\. The MySQL server of db1-\S+, the primary, is down/.test(one.summary.text) &&
        one.hosts.some(({ members }) => members.some((it) => it.server === "down" && it.saidBy.length === 2));
      if (isLost) passed.lost ??= one;
      // Both are over as soon as another is elected.
      passed.isNobody ||= vipCode(one) === "topology.vip_nobody";
      return passed.lost !== undefined && passed.isNobody;
    });
    const { lost: lostPicture } = passed;
    if (lostPicture === undefined) throw new Error("no picture of it");
    expect([lostPicture.tone, lostPicture.isWritable]).toEqual(["failed", false]);
    const [down] = lostPicture.hosts.flatMap(({ members }) =>
      members.filter(({ server }) => server === "down"),
    );
    expect(down).toMatchObject({ state: "ONLINE", role: "PRIMARY", tone: "warning" });
    expect(down?.saidBy).toHaveLength(2);
    const moved = await lab.awaitTopology(
      clusterId,
      "the VIP is held elsewhere",
      (one) =>
        vipCode(one) === "topology.vip_ok" && one.vips[0]?.kernelHostIds[0] !== lab.hostNamed("db1").id,
    );
    const holder = moved.hosts.find((host) => host.hostId === moved.vips[0]?.kernelHostIds[0]);
    expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([holder?.name.slice(0, 3)]);

    // The hosts and this process have one monotonic clock.
    const toMonotonicMs = ({ at }: Pick<ClusterEvent, "at">): number =>
      Date.parse(at) - Date.now() + monotonicMs();
    const since = (kind: EventKind): Promise<ClusterEvent> =>
      awaitEvent(kind, ({ cursor }) => cursor > before);
    const [lost, released, primary, taken] = [
      await since("database_lost"),
      await since("vip_released"),
      await since("primary_changed"),
      await since("vip_taken"),
    ];
    const { name } = lab.hostNamed("db1");
    expect(released).toMatchObject({ tone: "warning", message: { code: "event.vip_released_why" } });
    expect([lost, released]).toMatchObject([
      { seenBy: "host", seenByHostName: name },
      { seenBy: "host", seenByHostName: name },
    ]);
    // The look at the server and the proof of its role each notice for themselves that it is gone, long before the group does.
    for (const event of [lost, { at: down?.lostSince ?? "" }, released]) {
      const times = [event, primary, taken].map(toMonotonicMs);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      const afterMs = toMonotonicMs(event) - actedAtMs;
      expect(afterMs).toBeGreaterThan(-50);
      // How soon is the agent's promise where it gets a processor.
      if (isLongRun) expect(afterMs).toBeLessThan(1_500);
    }
    const bound = (await statusOf(holder?.name.slice(0, 3) ?? "")).vips[0]?.boundSinceMonotonicMs ?? 0;
    expect(Math.abs(toMonotonicMs(taken) - bound)).toBeLessThan(100);
  });

  if (isLongRun)
    test("a stranger that answers too is named, the holder announces itself again, and the end is told", async () => {
      const app = lab.lab.host("app1");
      const announced = await lab.lab.observe.countAnnouncements(lab.vipAddress);
      const removeConflictingHost = await lab.standing.addConflictingHost("app1", `${lab.vipAddress}/32`);
      try {
        const seen = await lab.awaitTopology(
          clusterId,
          "the stranger",
          // Who asked may have heard one of them alone.
          (one) => vipCode(one) === "topology.vip_duplicate" && wireOf(one)?.owners.length === 2,
        );
        expect(seen.vips[0]?.wire).toContainEqual({ mac: app.mac, hostId: null });
        expect(seen.tone).toBe("failed");
        expect(wireOf(seen)?.owners.map((owner) => [owner.macs, owner.isRightful])).toEqual(
          expect.arrayContaining([
            [[lab.lab.host("db1").mac], true],
            [[app.mac], false],
          ]),
        );
        expect(wireOf(seen)?.advice.map((one) => one.code)).toContain("topology.advice_stranger");
        await awaitWireOwners(lab, 2);
        const before = (await announced.read()).get("db1") ?? 0;
        const defended = await awaitEvent("vip_defended");
        expect(defended).toMatchObject({ hostId: lab.hostNamed("db1").id });
        await waitFor(
          "the holder to announce itself again",
          async () => (((await announced.read()).get("db1") ?? 0) >= before + 2 ? true : undefined),
          { timeoutMs: 60_000 },
        );
        expect((await announced.read()).get("db2")).toBe(0);
      } finally {
        await removeConflictingHost();
        await announced.stop();
      }
      const ended = await awaitEvent("wire_duplicate_ended");
      expect(ended.detail).toMatchObject({ defended: [{ hostId: lab.hostNamed("db1").id }] });
      await lab.awaitTopology(clusterId, "one owner again", (one) => wireOf(one)?.isRightful === true);
      await awaitWireOwners(lab, 1);
    });

  if (isLongRun)
    test("a load host asks too, names what was put on a member by hand, and what is ours goes by itself", async () => {
      const credential = { kind: "key" as const, privateKey: await readFile(lab.lab.sshKeyPath, "utf8") };
      const observer = await lab.addHost(lab.lab.host("app1"), { user: "root", credential });
      expect(await lab.run("agent.install", observer)).toMatchObject({ state: "succeeded" });
      const address = `${lab.vipAddress}/24`;
      const db3 = lab.lab.host("db3");
      try {
        await lab.awaitTopology(
          clusterId,
          "the observer asks",
          (one) => wireOf(one)?.askers.some((asker) => asker.isObserver && asker.macs.length === 1) === true,
        );
        const removeConflictingHost = await lab.standing.addConflictingHost("db3", address);
        const seen = await lab.awaitTopology(
          clusterId,
          "the address on db3, as the observer sees it",
          (one) =>
            wireOf(one)?.foreign.length === 1 &&
            wireOf(one)?.owners.some(
              (owner) => owner.hostId === lab.hostNamed("db3").id && owner.seenBy.includes(observer.name),
            ) === true,
        );
        expect(wireOf(seen)?.foreign).toMatchObject([
          { hostId: lab.hostNamed("db3").id, nic: "eth0", prefixLength: 24 },
        ]);
        expect(await awaitEvent("foreign_address")).toMatchObject({ hostId: lab.hostNamed("db3").id });
        // The holder heard of it and asked db3 to let go; db3 refuses, and leaves alone what it did not put there.
        await awaitEvent("vip_defended", (event) => String(event.message.params.macs).includes(db3.mac));
        expect([...(await lab.lab.observe.addressHolders(lab.vipAddress))].sort()).toEqual(["db1", "db3"]);
        await removeConflictingHost();
        await awaitEvent("foreign_address_gone");
        await lab.awaitTopology(clusterId, "one owner", (one) => wireOf(one)?.isRightful === true);

        const label = planAddressLabel("eth0", lab.vipAddress);
        const life = ["valid_lft", "60", "preferred_lft", "60"];
        await lab.standing.addConflictingHost("db3", `${lab.vipAddress}/32`, ["label", label, ...life]);
        await waitFor(
          "db3 lets go of its own address",
          async () => {
            const holders = await lab.lab.observe.addressHolders(lab.vipAddress);
            return holders.join() === "db1" ? true : undefined;
          },
          { timeoutMs: 60_000 },
        );
        await awaitEvent("vip_released", (event) => event.hostId === lab.hostNamed("db3").id);
      } finally {
        await db3.tryExec(["ip", "address", "del", address, "dev", "eth0"]);
        await lab.run("agent.remove", observer);
      }
    });

  if (isLongRun)
    test("a paused VIP is taken by nobody when the primary changes, and follows once it is resumed", async () => {
      const [vip] = await lab.opened.database.vips.listByCluster(clusterId);
      const input = { vipId: vip?.id ?? "" };
      expect(told(await lab.perform("vip.pause", clusterId, input))).toMatchObject({ state: "succeeded" });
      const paused = await lab.awaitTopology(
        clusterId,
        "the VIP is paused",
        (one) =>
          vipCode(one) === "topology.vip_paused" &&
          one.vips[0]?.agents.filter((agent) => agent.state === "MAINT").length === 2,
      );
      expect(paused.vips[0]?.paused?.hostId).toBe(lab.hostNamed("db1").id);
      const target = lab.lab.host("db2");
      const uuid = joinRows(await runRootSql(target, "SELECT @@server_uuid"));
      await runRootSql(target, `SELECT group_replication_set_as_primary('${uuid}')`);
      const lost = await lab.awaitTopology(
        clusterId,
        "nobody holds the paused VIP",
        (one) =>
          vipCode(one) === "topology.vip_paused_nobody" &&
          one.vips[0]?.believedHostId === lab.hostNamed("db2").id,
      );
      expect(lost.tone).toBe("failed");
      expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([]);
      expect(told(await lab.perform("vip.unpause", clusterId, input))).toMatchObject({ state: "succeeded" });
      await lab.awaitTopology(
        clusterId,
        "the VIP follows again",
        (one) =>
          vipCode(one) === "topology.vip_ok" && one.vips[0]?.kernelHostIds[0] === lab.hostNamed("db2").id,
      );
    });

  if (isLongRun)
    test("a pause in the midst of which an agent falls silent is undone, and none begins while it is: its host is named", async () => {
      const { id: vipId } = await wantedVip();
      const { name } = lab.hostNamed("db3");
      // Its server is asked once more before any host is told: the operation waits for it.
      await lab.lab.fault.freezeProcess("db3", "mysqld");
      const asked = await lab.request("vip.pause", clusterId, { vipId });
      if (isRefusal(asked)) throw new Error(asked.message.text);
      const hasBegun = async (): Promise<true | undefined> => {
        const [first] = (await lab.opened.database.operations.get(asked.id)).steps;
        return (first !== undefined && first.state !== "pending") || undefined;
      };
      await waitFor("the pause to begin", hasBegun, { timeoutMs: 60_000, intervalMs: 5 });
      await lab.lab.fault.killAgent("db3", { restart: false });
      await lab.lab.fault.thawProcess("db3", "mysqld");
      try {
        const undone = await lab.ended(asked.id);
        expect(told(undone)).toMatchObject({ state: "undone" });
        expect(undone.problem).toMatchObject({
          code: "agent_unreachable",
          message: { params: { host: name } },
        });
        const refused = await lab.perform("vip.pause", clusterId, { vipId });
        expect(refused).toMatchObject({ state: "failed", problem: { code: "vip_place_unclear" }, steps: [] });
        expect(refused.problem?.message.params).toMatchObject({ hosts: name });
        expect((await wantedVip()).paused).toBeUndefined();
        expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual(["db1"]);
      } finally {
        await lab.lab.fault.startAgent("db3");
      }
    });

  if (isLongRun)
    test("an agent that is started again takes its paused address back; a host that is silent as it is resumed is told when it returns", async () => {
      const { id: vipId } = await wantedVip();
      expect(told(await lab.perform("vip.pause", clusterId, { vipId }))).toMatchObject({
        state: "succeeded",
      });
      const watch = await lab.lab.observe.watchHolders(lab.vipAddress);
      const before = await statusOf("db1");
      await lab.lab.fault.killAgent("db1", { restart: true });
      await awaitStatus(
        "another agent that holds the address",
        "db1",
        ({ startedMonotonicMs, vips }) =>
          startedMonotonicMs > before.startedMonotonicMs && vips[0]?.state === "HOLDING",
      );
      const { name } = lab.hostNamed("db3");
      await lab.lab.fault.stopAgent("db3");
      try {
        const operation = await lab.perform("vip.unpause", clusterId, { vipId });
        expect(told(operation)).toMatchObject({ state: "succeeded" });
        const skipped = operation.steps.filter(({ state }) => state === "skipped");
        expect(skipped.map(({ hostName, detail }) => [hostName, detail?.code])).toEqual([
          [name, "detail.agent_absent"],
        ]);
        expect((await wantedVip()).paused).toBeUndefined();
      } finally {
        await lab.lab.fault.startAgent("db3");
      }
      const { epoch } = await lab.opened.database.clusters.get(clusterId);
      await awaitStatus(
        "db3 to be told",
        "db3",
        (status) => (status.epoch ?? 0) >= epoch && status.vips[0]?.state === "STANDBY",
      );
      await watch.stop();
      expect(new Set(watch.intervals.map(({ host }) => host))).toEqual(new Set(["db1"]));
      const { members } = await lab.opened.database.clusters.get(clusterId);
      const memberId = members.find(({ hostId }) => hostId === lab.hostNamed("db3").id)?.id;
      expect(told(await lab.perform("switchover", clusterId, { memberId }))).toMatchObject({
        state: "succeeded",
      });
      expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual(["db3"]);
    });

  test("a switchover that nobody told the console of reaches the picture, and the history", async () => {
    for (const to of ["db2", "db1"] as const) {
      const host = lab.lab.host(to);
      const last = await lab.opened.database.events.getLastCursor(clusterId);
      const uuid = joinRows(await runRootSql(host, "SELECT @@server_uuid"));
      const orderedAtMs = Date.now();
      await runRootSql(host, `SELECT group_replication_set_as_primary('${uuid}')`);
      const said = new Set<string>();
      const seen = await lab.awaitTopology(
        clusterId,
        `${to} is the primary and holds the VIP, without a word of views that differ`,
        (one) => {
          for (const { code } of one.problems) said.add(code);
          const isDone = one.vips[0]?.kernelHostIds.join() === lab.hostNamed(to).id && isPrimaryOn(one, to);
          return isDone && Date.now() - orderedAtMs > 2_000;
        },
      );
      expect([...said].filter((code) => code.startsWith("topology.view_"))).toEqual([]);
      const roles = seen.hosts.flatMap(({ members }) => members.map(({ roleSince }) => roleSince));
      const changed = roles.filter((one) => one?.at !== null && Date.parse(one?.at ?? "") > orderedAtMs);
      expect(changed.map((one) => one?.role).sort()).toEqual(["PRIMARY", "SECONDARY"]);
      expect(seen.hosts.flatMap(({ members }) => members.map(({ role }) => role)).sort()).toEqual([
        "PRIMARY",
        "SECONDARY",
        "SECONDARY",
      ]);
      await awaitEvent(
        "primary_changed",
        ({ hostId, cursor }) => hostId === lab.hostNamed(to).id && cursor > last,
      );
    }
  });
});
