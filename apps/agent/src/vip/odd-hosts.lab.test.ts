import type { VipStatus } from "@primacy/contract/agent";
import { accountStatements, schemaStatements } from "@primacy/core/cluster";
import { computeProofWaitMs, DEFAULT_VIP_TIMINGS } from "@primacy/core/vip";
import { type AddressWatch, isLongRun, monotonicMs } from "@primacy/lab";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AgentCluster, installAgentCluster } from "../testing/agent-cluster";
import { agentAccount, useAgentLab } from "../testing/agent-lab";
import type { InstalledAgent } from "../testing/installed-agent";
import { waitFor } from "../testing/wait-for";

/** By then whoever waits for a host that gives no answer would have taken the address. */
const takenByMs = computeProofWaitMs(DEFAULT_VIP_TIMINGS) + 500;

const getLab = useAgentLab();

describe("hosts and tables that somebody changed by hand", () => {
  let cluster: AgentCluster;
  let vip: string;
  let watch: AddressWatch;
  let holder: InstalledAgent;
  let next: InstalledAgent;

  beforeAll(async () => {
    cluster = await installAgentCluster(getLab());
    vip = getLab().vip;
    await cluster.configure();
  });
  beforeEach(async () => {
    const { name } = await getLab().getPrimary();
    holder = await waitFor("the primary's host holds", 60_000, async () => {
      const holders = await cluster.listHolders();
      return holders.length === 1 && holders[0]?.host.name === name ? holders[0] : null;
    });
    next = cluster.agents.find((agent) => agent !== holder) ?? holder;
    watch = await getLab().lab.observe.watchHolders(vip);
  });
  afterEach(async () => {
    try {
      await getLab().standing.proveWrite(vip);
    } finally {
      await watch.stop();
    }
  });
  afterAll(async () => {
    await cluster.remove();
  });

  async function getVip(agent: InstalledAgent): Promise<VipStatus> {
    const [status] = (await agent.getStatus()).vips;
    if (status === undefined) throw new Error(`${agent.host.name} has no VIP`);
    return status;
  }

  const hasState = (agent: InstalledAgent, state: VipStatus["state"]): Promise<true> =>
    waitFor(`${state} on ${agent.host.name}`, 60_000, async () => (await getVip(agent)).state === state);

  /** Waits so long that any host that may take the address would have it. */
  async function giveTimeToTake(moreMs = 0): Promise<void> {
    const fromMs = monotonicMs();
    const isOver = (): boolean => monotonicMs() - fromMs > takenByMs + moreMs;
    await waitFor("the wait of whoever might take it", 60_000, isOver);
  }

  /** Blocked, and the first thing that it says is that something else put the address there. */
  async function expectForeign(agent: InstalledAgent): Promise<void> {
    const status = await getVip(agent);
    expect(status).toMatchObject({ state: "BLOCKED", isBound: false });
    expect(status.reasons[0]?.code).toBe("reason.foreign_address");
    const [why] = await agent.getWhy();
    expect(why).toMatchObject({ isHolding: false, state: "BLOCKED" });
    expect(why?.reasons[0]).toContain("but this agent did not add it");
  }

  test("a dropped probe table costs the address within the holder's limits, as it says, until the table is back (F13)", async () => {
    const { sql } = getLab();
    const made = schemaStatements([]).filter(({ text }) => text.includes("`primacy`.`probe`"));
    const orderedMs = monotonicMs();
    await sql(holder.host, "DROP TABLE primacy.probe");
    const droppedMs = monotonicMs();
    try {
      const lostMs = await watch.waitForLoss(holder.host.name, orderedMs, { timeoutMs: 60_000 });
      expect(lostMs - droppedMs).toBeLessThan(2_600);
      await hasState(holder, "STANDBY");
      await waitFor("its reason", 60_000, async () =>
        (await getVip(holder)).reasons.some(({ code }) => code === "reason.no_evidence"),
      );
      expect((await getVip(holder)).isBound).toBe(false);
      const [why] = await holder.getWhy();
      const releases = why?.history.filter(({ to }) => to === "RELEASING") ?? [];
      expect(releases.at(-1)?.reason).toContain("The group has not confirmed");
      await giveTimeToTake();
      expect(watch.intervals, "nobody took it").toHaveLength(1);
    } finally {
      await sql(holder.host, made.map(({ text }) => text).join("; "));
    }
    await watch.waitForHolders([holder.host.name], { timeoutMs: 60_000 });
    expect((await getVip(holder)).lastProofs.map(({ proof }) => proof)).toEqual(["R1", "R1"]);
    expect(watch.overlaps).toEqual([]);
  });

  if (isLongRun)
    test("a host with the address on its loopback says so and does not take it as the primary's, nor does another, until it is gone (F17)", async () => {
      const removeConflictingHost = await getLab().standing.addConflictingHost(
        next.host.name,
        `${vip}/32`,
        [],
        "lo",
      );
      try {
        await hasState(next, "BLOCKED");
        await expectForeign(next);
        await waitFor("the holder hears the other", 60_000, async () =>
          (await getVip(holder)).contest?.macs.includes(next.host.mac),
        );
        expect(await getVip(holder)).toMatchObject({ state: "HOLDING", isBound: true });
        const seq = (await getVip(next)).transitions.at(-1)?.seq ?? 0;
        await getLab().switchTo(next.host);
        await watch.waitForHolders([next.host.name], { timeoutMs: 60_000 });
        await giveTimeToTake();
        await expectForeign(next);
        const later = (await getVip(next)).transitions.filter((one) => one.seq > seq);
        expect(later.map(({ to }) => to)).not.toContain("HOLDING");
        expect(watch.holders, "only what was put there by hand").toEqual([next.host.name]);
      } finally {
        await removeConflictingHost();
      }
      await hasState(next, "HOLDING");
      await watch.waitForHolders([next.host.name], { timeoutMs: 60_000 });
      expect(await getLab().lab.observe.arpOwners(vip)).toMatchObject([{ host: next.host.name }]);
    });

  if (isLongRun)
    test("the address on the holder's own loopback costs nothing, and once it has to let go nobody takes it until that is gone (F17)", async () => {
      const { host } = holder;
      const onLoopback = (verb: "add" | "del"): string[] => ["ip", "address", verb, `${vip}/32`, "dev", "lo"];
      await host.exec(onLoopback("add"));
      try {
        await waitFor("the agent reads it", 60_000, async () =>
          (await holder.getStatus()).nics.some(
            ({ name, addresses }) => name === "lo" && addresses.some(({ address }) => address === vip),
          ),
        );
        expect(await getVip(holder)).toMatchObject({ state: "HOLDING", isBound: true });
        expect(await getLab().lab.observe.arpOwners(vip)).toMatchObject([{ host: host.name }]);
        await getLab().switchTo(next.host);
        await hasState(holder, "BLOCKED");
        await expectForeign(holder);
        await waitFor("who would take it says where it is", 60_000, async () =>
          (await getVip(next)).reasons.some(({ code }) => code === "reason.peer_foreign"),
        );
        await giveTimeToTake();
        expect((await getVip(next)).isBound).toBe(false);
        expect(watch.holders, "only what was put there by hand").toEqual([host.name]);
      } finally {
        await host.tryExec(onLoopback("del"));
      }
      await watch.waitForHolders([next.host.name], { timeoutMs: 60_000 });
      await hasState(holder, "STANDBY");
      expect(watch.overlaps).toEqual([]);
    });

  if (isLongRun)
    test("a server that the document names by another address of its host is that host's own all the same", async () => {
      const further = vip.replace(/100$/, "161");
      const onNic = (verb: "add" | "del"): string[] => [
        "ip",
        "address",
        verb,
        `${further}/24`,
        "dev",
        "eth0",
      ];
      await holder.host.exec(onNic("add"));
      try {
        for (const address of ["127.0.1.1", further]) {
          const document = await cluster.planDocument(holder, cluster.takeEpoch());
          const mysql = { ...document.mysql, address, adminAddress: null, adminPort: null };
          expect((await holder.call("PUT", "/v2/document", { ...document, mysql })).status).toBe(200);
          // What it had proved before is over by then: it has let go where nothing proves its right any more.
          await giveTimeToTake();
          await waitFor(`its server by ${address}`, 60_000, async () => {
            const { reach, error } = (await holder.getStatus()).mysql;
            return reach === "up" && error === null;
          });
          await hasState(holder, "HOLDING");
        }
      } finally {
        await cluster.configure();
        await holder.host.exec(onNic("del"));
      }
    });

  test("a copy of the holder's agent on another host takes nothing, names the holder, and is no peer to anybody in its place (F18)", async () => {
    const px1 = getLab().lab.host("px1");
    // As a copy on the host of another member is: that one's server lets the account in.
    const account = `'${agentAccount.user}'@'${px1.address}'`;
    const admit = [
      ...accountStatements("agent", agentAccount.password, [px1.address]),
      ...schemaStatements([px1.address]).filter(({ text }) => text.endsWith(account)),
    ];
    await getLab().sql(holder.host, admit.map(({ text }) => text).join("; "));
    const clone = await holder.cloneTo(px1);
    const whyOfClone = async (): Promise<string | null> => {
      const [why] = await clone.getWhy().catch(() => []);
      if (why === undefined) return null;
      expect(why.isHolding).toBe(false);
      return why.reasons.join(" ");
    };
    try {
      await waitFor("it names the card of the holder", 60_000, async () =>
        (await whyOfClone())?.includes(holder.host.mac),
      );
      await expect(clone.call("GET", "/hello")).rejects.toMatchObject({ code: "ECONNREFUSED" });
      expect(await getVip(holder)).toMatchObject({ state: "HOLDING", isBound: true });
      expect(watch.intervals).toMatchObject([{ host: holder.host.name, toMs: null }]);

      // With nobody else to hinder it.
      await holder.stop();
      await watch.waitForHolders([], { timeoutMs: 60_000 });
      const others = cluster.agents.filter((agent) => agent !== holder);
      const isMissed = async (): Promise<boolean> => {
        const peers = await Promise.all(others.map(async (agent) => (await agent.getStatus()).peers));
        return peers.flat().every((peer) => peer.hostId !== holder.hostId || !peer.isAgentAnswering);
      };
      const missed = waitFor("the peers miss the one that was copied", 60_000, isMissed);
      // The copy looks three times before it believes that the holder's card is gone, and waits then.
      await Promise.all([missed, giveTimeToTake(3_000)]);
      expect(watch.intervals, "nobody took it").toHaveLength(1);
      await waitFor("what it says of its own server", 60_000, async () =>
        (await whyOfClone())?.includes("The MySQL server of this host does not answer."),
      );
    } finally {
      await clone.remove();
      await holder.start();
      await getLab().sql(holder.host, `DROP USER IF EXISTS ${account}`);
    }
    await watch.waitForHolders([holder.host.name], { timeoutMs: 60_000 });
    expect(watch.overlaps).toEqual([]);
  });
});
