import { randomUUID } from "node:crypto";
import { type AgentVip, installLayout, type VipStatus } from "@primacy/contract/agent";
import { type AddressWatch, isLongRun, monotonicMs } from "@primacy/lab";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AgentCluster, installAgentCluster } from "../testing/agent-cluster";
import { getDatabaseName, useAgentLab } from "../testing/agent-lab";
import type { InstalledAgent } from "../testing/installed-agent";
import { waitFor } from "../testing/wait-for";

const getLab = useAgentLab();
const maxLagSeconds = 4;

describe("read VIPs on a real group", () => {
  let cluster: AgentCluster;
  let reads: Omit<AgentVip, "nic">[];
  let watches: AddressWatch[];
  let primary: InstalledAgent;
  let first: InstalledAgent;
  let second: InstalledAgent;

  beforeAll(async () => {
    cluster = await installAgentCluster(getLab());
    reads = ["101", "102"].map((last) => ({
      vipId: randomUUID(),
      kind: "read",
      address: getLab().vip.replace(/\.100$/, `.${last}`),
      prefixLength: 24,
      ports: [3306],
      maintenance: "none",
      reads: { policy: "to_another_secondary", maxLagSeconds },
    }));
    await cluster.configure({ vips: [cluster.vip, ...reads] });
  });

  beforeEach(async () => {
    await Promise.all(cluster.agents.map((agent) => agent.start()));
    const { name } = await getLab().getPrimary();
    primary = findAgent(name);
    const secondaries = cluster.agents.filter((agent) => agent !== primary);
    // Who begins to assign goes by what it sees; so nobody has to wait for the end of a hold-down.
    await primary.stop();
    await primary.start();
    const holders = await waitFor("one read VIP on each secondary", 60_000, async () => {
      const held = await listHolders();
      return held
        .map((hosts) => hosts.join())
        .sort()
        .join() === secondaries.map(nameOf).sort().join()
        ? held
        : null;
    });
    first = findAgent(holders[0]?.[0] ?? "");
    second = findAgent(holders[1]?.[0] ?? "");
    watches = await Promise.all(reads.map(({ address }) => getLab().lab.observe.watchHolders(address)));
  });

  afterEach(async () => {
    try {
      for (const watch of watches) {
        await watch.stop();
        expect(watch.overlaps).toEqual([]);
      }
    } finally {
      await getLab().lab.resetGroup();
    }
  });

  afterAll(async () => {
    await getLab().lab.fault.heal();
    await cluster.remove();
  });

  const nameOf = (agent: InstalledAgent): string => agent.host.name;

  function findAgent(name: string): InstalledAgent {
    const found = cluster.agents.find((agent) => nameOf(agent) === name);
    if (found === undefined) throw new Error(`no agent on ${name}`);
    return found;
  }

  /** The hosts whose kernels have each read VIP. */
  function listHolders(): Promise<string[][]> {
    return Promise.all(
      reads.map(async ({ address }) => {
        const held = await Promise.all(cluster.agents.map((agent) => agent.holds(address)));
        return cluster.agents.filter((_, index) => held[index] === true).map(nameOf);
      }),
    );
  }

  /** Lets a member that was stopped join again; as above, nobody has to wait for the end of the hold-down then. */
  async function startAgain(agent: InstalledAgent): Promise<void> {
    await getLab().sql(agent.host, "START GROUP_REPLICATION");
    await waitFor("its member to be ONLINE and to have applied everything", 60_000, async () => {
      const { memberState, applyQueue } = (await agent.getStatus()).mysql;
      return memberState === "ONLINE" && applyQueue === 0;
    });
    await primary.stop();
    await primary.start();
  }

  async function findStatus(agent: InstalledAgent, index: number): Promise<VipStatus | undefined> {
    return (await agent.getStatus()).vips.find(({ vipId }) => vipId === reads[index]?.vipId);
  }

  async function awaitHolder(index: number, agent: InstalledAgent, timeoutMs: number): Promise<void> {
    try {
      await watches[index]?.waitForHolders([nameOf(agent)], { timeoutMs });
    } catch (cause) {
      throw new Error(`${cause}\n${await describeHosts()}`, { cause });
    }
  }

  /** What each host says of itself and of its peers, for a test that failed. */
  async function describeHosts(): Promise<string> {
    const statuses = cluster.agents.map(async (agent) => {
      const status = await agent.getStatus().catch(String);
      return `${nameOf(agent)} ${JSON.stringify(status)}`;
    });
    const logs = cluster.agents.map(async ({ host }) => {
      const log = ["tail", "-n", "25", installLayout.agentLog];
      return host.tryExec(log).then(({ stdout }) => stdout, String);
    });
    return (await Promise.all([...statuses, ...logs])).join("\n");
  }

  test("each secondary has one by the word of its peers, and the group's table says so", async () => {
    const rows = await getLab().sql(
      primary.host,
      "SELECT vip_id, host_id, home_host_id FROM primacy.read_vip ORDER BY vip_id",
    );
    const expected = reads
      .map(({ vipId }, index) => {
        const { hostId } = index === 0 ? first : second;
        return [vipId, hostId, hostId];
      })
      .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
    expect(rows).toEqual(expected);
    const status = await waitFor("its copy of the table", 60_000, async () => {
      const found = await findStatus(first, 0);
      return found?.assignedHostId === first.hostId && found.state === "HOLDING" ? found : null;
    });
    expect(status).toMatchObject({ state: "HOLDING", isBound: true });
    expect(status.reasons.map(({ code }) => code)).toEqual(["reason.holding_assigned"]);
    await waitFor("the other's reason", 60_000, async () =>
      (await findStatus(second, 0))?.reasons.some(({ code }) => code === "reason.not_assigned"),
    );
    await waitFor("the write VIP beside them", 60_000, () => primary.holds(cluster.vip.address));
  });

  test("a killed server loses its read VIP at once, and the other secondary has it within seconds", async () => {
    await getLab().lab.fault.killMysql(getDatabaseName(first.host), { restart: false });
    await awaitHolder(0, second, 60_000);
    expect((await findStatus(second, 0))?.lastProofs.map(({ proof }) => proof)).toEqual(["R1", "R1"]);
    await awaitHolder(1, second, 60_000);
  });

  if (isLongRun)
    test("a killed primary moves no read VIP but that of the secondary that takes its place", async () => {
      await getLab().lab.fault.killMysql(getDatabaseName(primary.host), { restart: false });
      const next = await waitFor("another primary", 60_000, async () => {
        const { name } = await getLab().getPrimary();
        return name === nameOf(primary) ? null : name;
      });
      const [staying, moving] = next === nameOf(first) ? [second, first] : [first, second];
      await awaitHolder(moving === first ? 0 : 1, staying, 20_000);
      await awaitHolder(staying === first ? 0 : 1, staying, 5_000);
      const kept = watches[staying === first ? 0 : 1];
      // On a busy machine the group may be unable to order anything for longer than a lease lasts while it elects.
      expect(new Set(kept?.intervals.map(({ host }) => host)), "nobody else ever had it").toEqual(
        new Set([nameOf(staying)]),
      );
    });

  if (isLongRun)
    test("with to_primary the primary has the read VIP of a secondary that left, and gives it back when that returns", async () => {
      const toPrimary = { policy: "to_primary", maxLagSeconds } as const;
      await cluster.configure({ vips: [cluster.vip, ...reads.map((vip) => ({ ...vip, reads: toPrimary }))] });
      try {
        await awaitHolder(0, first, 10_000);
        await awaitHolder(1, second, 10_000);
        await getLab().sql(first.host, "STOP GROUP_REPLICATION");
        await awaitHolder(0, primary, 15_000);
        expect(watches[1]?.holders, "the other has its own share alone").toEqual([nameOf(second)]);
        await startAgain(first);
        await awaitHolder(0, first, 20_000);
        expect(watches[1]?.holders).toEqual([nameOf(second)]);
      } finally {
        await cluster.configure({ vips: [cluster.vip, ...reads] });
      }
    });

  if (isLongRun)
    test("a read VIP that is wanted on a host changes places with the one there, stands in while it is away, and comes back", async () => {
      const preferred = {
        policy: "to_another_secondary",
        maxLagSeconds,
        preferredHostId: second.hostId,
      } as const;
      const [wanted, other] = reads;
      if (wanted === undefined || other === undefined) throw new Error("two read VIPs are needed");
      await cluster.configure({ vips: [cluster.vip, { ...wanted, reads: preferred }, other] });
      try {
        await awaitHolder(0, second, 15_000);
        await awaitHolder(1, first, 15_000);
        await getLab().sql(second.host, "STOP GROUP_REPLICATION");
        await awaitHolder(0, first, 15_000);
        await startAgain(second);
        await awaitHolder(0, second, 20_000);
        expect(watches[1]?.holders, "the other stays where it is").toEqual([nameOf(first)]);
      } finally {
        await cluster.configure({ vips: [cluster.vip, ...reads] });
      }
    });

  if (isLongRun)
    test("a server that is slow for a moment keeps its read VIP: nobody else is given it", async () => {
      await getLab().lab.fault.freezeProcess(getDatabaseName(first.host), "mysqld");
      let lateSinceMs: number | null = null;
      await waitFor("its agent to wait in vain for longer than peers ask in", 60_000, async () => {
        const isUp = (await first.getStatus()).mysql.reach === "up";
        lateSinceMs = isUp ? null : (lateSinceMs ?? performance.now());
        return lateSinceMs !== null && performance.now() - lateSinceMs > 1_100;
      });
      await getLab().lab.fault.thawProcess(getDatabaseName(first.host), "mysqld");
      await waitFor(
        "its server to answer again",
        5_000,
        async () => (await first.getStatus()).mysql.reach === "up",
      );
      expect(new Set(watches[0]?.intervals.map(({ host }) => host))).toEqual(new Set([nameOf(first)]));
    });

  if (isLongRun)
    test("a frozen host's read VIP is taken over by waiting, for nobody can speak for it", async () => {
      await getLab().lab.fault.freezeHost(getDatabaseName(first.host));
      await awaitHolder(0, second, 20_000);
      const proofs = (await findStatus(second, 0))?.lastProofs ?? [];
      expect(Object.fromEntries(proofs.map(({ hostId, proof }) => [hostId, proof]))).toEqual({
        [primary.hostId]: "R1",
        [first.hostId]: "R3",
      });
    });

  test("a secondary that is behind keeps its read VIP up to the limit, and loses it beyond", async () => {
    const { blockedMs, stop } = await blockApplier(first);
    try {
      await awaitHolder(0, second, 90_000);
      const lostMs = watches[0]?.intervals.find(({ host }) => host === nameOf(first))?.toMs ?? 0;
      expect(lostMs - blockedMs, "kept by the word of the primary's server up to there").toBeGreaterThan(
        maxLagSeconds * 1000,
      );
      expect((await first.getStatus()).mysql.appliedLagMs).toBeGreaterThan(maxLagSeconds * 1000);
    } finally {
      await stop();
    }
  });

  if (isLongRun)
    test("the read VIP of a secondary that becomes the primary goes to the old primary", async () => {
      await getLab().switchTo(first.host);
      await awaitHolder(0, primary, 60_000);
      expect(watches[1]?.holders).toEqual([nameOf(second)]);
      await waitFor("the write VIP to follow", 60_000, () => first.holds(cluster.vip.address));
    });

  if (isLongRun)
    test("a host that is told to stay without one gives that one away, and with no secondary left the primary has them", async () => {
      const tell = async (agent: InstalledAgent, index: number, mode: "release" | "none"): Promise<void> => {
        const { status } = await agent.call("POST", "/v2/maintenance", { vipId: reads[index]?.vipId, mode });
        expect(status).toBe(200);
      };
      try {
        await tell(first, 0, "release");
        await awaitHolder(0, second, 10_000);
        await tell(second, 1, "release");
        await awaitHolder(1, first, 10_000);
        await tell(second, 0, "release");
        await tell(first, 1, "release");
        await awaitHolder(0, primary, 10_000);
        await awaitHolder(1, primary, 10_000);
      } finally {
        for (const agent of [first, second]) for (const index of [0, 1]) await tell(agent, index, "none");
      }
      await awaitHolder(0, first, 10_000);
      await awaitHolder(1, second, 10_000);
    });

  /** Lets the primary write, and the secondary apply none of it from then on, until `stop` is called. */
  async function blockApplier(
    agent: InstalledAgent,
  ): Promise<{ readonly blockedMs: number; readonly stop: () => Promise<void> }> {
    const { sql } = getLab();
    await sql(
      primary.host,
      "DROP DATABASE IF EXISTS behind; CREATE DATABASE behind; CREATE TABLE behind.t (id INT AUTO_INCREMENT PRIMARY KEY)",
    );
    const held = "FLUSH TABLES WITH READ LOCK; DO SLEEP(240)";
    const lock = sql(agent.host, held, { timeoutMs: 300_000 }).catch(() => []);
    const findLock = "SELECT ID FROM performance_schema.processlist WHERE INFO LIKE 'DO SLEEP(240)'";
    const [found] = await waitFor("the lock", 60_000, async () => {
      const rows = await sql(agent.host, findLock);
      return rows.length > 0 ? rows : null;
    });
    const blockedMs = monotonicMs();
    let isOver = false;
    const writes = (async () => {
      while (!isOver) await sql(primary.host, "INSERT INTO behind.t VALUES ()");
    })();
    // Whoever stops it hears of it.
    writes.catch(() => undefined);
    const stop = async (): Promise<void> => {
      isOver = true;
      await sql(agent.host, `KILL ${found?.[0]}`);
      await Promise.all([lock, writes]);
      await sql(primary.host, "DROP DATABASE behind");
    };
    return { blockedMs, stop };
  }
});
