import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { installLayout } from "@primacy/contract/agent";
import { findLongestGap } from "@primacy/core/drill";
import type { AddressWatch } from "@primacy/lab";
import { isLongRun, type LabHost, monotonicMs } from "@primacy/lab";
import { sampleAgentLoad } from "@primacy/lab/measure";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AgentCluster, installAgentCluster } from "../testing/agent-cluster";
import { useAgentLab } from "../testing/agent-lab";
import type { InstalledAgent } from "../testing/installed-agent";
import { waitFor } from "../testing/wait-for";

const getLab = useAgentLab();

/** Prints when it heard each ARP packet of an address, and its sender; until its standard input is closed. */
const arpListener = `
use IO::Select;
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC CLOCK_REALTIME);
sub stampOf { my ($seconds, $nanoseconds) = unpack("q2", $_[0]); return $seconds + $nanoseconds / 1e9 }
my ($packet, $raw, $arp) = (17, 3, unpack("S", pack("n", 0x0806)));
socket(my $socket, $packet, $raw, $arp) or die "no packet socket: $!";
my $sources = IO::Select->new($socket, \\*STDIN);
# The kernel dates packets from the first question for a date on.
ioctl($socket, 0x8907, my $none = "\\0" x 16);
my $wanted = pack("C4", split(/\\./, $ARGV[0]));
$| = 1;
print "listening\\n";
while (!grep { $_ == \\*STDIN } $sources->can_read) {
  recv($socket, my $frame, 128, 0);
  # SIOCGSTAMPNS: when the kernel got it, however late this process is at it.
  my $stamp = "\\0" x 16;
  my $age = ioctl($socket, 0x8907, $stamp) ? clock_gettime(CLOCK_REALTIME) - stampOf($stamp) : 0;
  my $ms = 1000 * (clock_gettime(CLOCK_MONOTONIC) - $age);
  printf("%.1f %s\\n", $ms, join(":", unpack("(H2)6", substr($frame, 22, 6)))) if substr($frame, 28, 4) eq $wanted;
}`;

interface HeardArp {
  readonly atMs: number;
  readonly mac: string;
}

/** Dates what is heard in a process of its own: this one is busy for longer at a time than what is measured. */
async function listenForArp(
  host: LabHost,
  address: string,
): Promise<{ readonly heard: readonly HeardArp[]; end(): void }> {
  const child = await host.spawn(["perl", "-e", arpListener, address]);
  if (child.stdout === null) throw new Error("no output");
  const heard: HeardArp[] = [];
  let isListening = false;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const [ms, mac = ""] = line.split(" ");
    if (line === "listening") isListening = true;
    else heard.push({ atMs: Number(ms), mac });
  });
  await waitFor("the listener", 60_000, () => isListening);
  return { heard, end: () => void child.stdin?.end() };
}

/** The aim of `agent-cost`: it grows no further unseen. */
const mostPssMb = 120;

describe("holding the address in a group", () => {
  let cluster: AgentCluster;
  let vip: string;
  let watch: AddressWatch;

  beforeAll(async () => {
    cluster = await installAgentCluster(getLab());
    vip = getLab().vip;
    await cluster.configure();
  });
  beforeEach(async () => {
    await cluster.getHolder();
    watch = await getLab().lab.observe.watchHolders(vip);
  });
  afterEach(async () => {
    await watch.stop();
    expect(watch.overlaps).toEqual([]);
  });
  afterAll(async () => {
    await cluster.remove();
  });

  const otherThan = (agent: InstalledAgent): InstalledAgent =>
    cluster.agents.find((other) => other !== agent) ?? agent;

  test("the primary's host takes the address, by the word of both peers, and says why", async () => {
    const holder = await cluster.getHolder();
    expect(holder.host.name).toBe((await getLab().getPrimary()).name);
    // The kernel may have the address before the act that put it there has ended.
    const status = await waitFor("the act to have ended", 60_000, async () => {
      const [vipStatus] = (await holder.getStatus()).vips;
      return vipStatus?.state === "HOLDING" && vipStatus.isGateOpen ? vipStatus : null;
    });
    expect(status).toMatchObject({ state: "HOLDING", isBound: true, isGateOpen: true });
    const gate = await holder.host.exec(["nft", "list", "set", "inet", "primacy_vip", "held"]);
    expect(gate.stdout).toContain(vip);
    expect(status?.lastProofs.map(({ proof }) => proof)).toEqual(["R1", "R1"]);
    expect(await getLab().lab.observe.arpOwners(vip)).toMatchObject([{ host: holder.host.name }]);
    expect((await holder.getWhy())[0]).toMatchObject({ isHolding: true, state: "HOLDING" });
    const why = async () => (await otherThan(holder).getWhy())[0];
    const isSaid = async (): Promise<boolean> =>
      (await why())?.reasons.join(" ").includes("not the primary") === true;
    await waitFor("another host's reason", 60_000, isSaid);
    expect(await why()).toMatchObject({ isHolding: false, state: "STANDBY" });
  });

  test("its processes stay within the memory that they are given together", async () => {
    const { pids, pssBytes } = await sampleAgentLoad((await cluster.getHolder()).host);
    expect(pids.length).toBeGreaterThanOrEqual(2);
    // The runtime alone takes more than this: less would be a reading of the wrong processes.
    expect(pssBytes).toBeGreaterThan(30_000_000);
    expect(pssBytes).toBeLessThanOrEqual(mostPssMb * 1_000_000);
  });

  test("its programs are what the build compiled of them", async () => {
    const { host } = await cluster.getHolder();
    const { stdout } = await host.exec(["cat", `${installLayout.stateFolder}/supervisor.log`]);
    expect(stdout).toContain("agent started");
    expect(stdout).not.toContain("compiled at its start");
  });

  test("a peer sees on the wire who answers", async () => {
    const holder = await cluster.getHolder();
    await waitFor("the wire answer", 60_000, async () => {
      const [answer] = (await otherThan(holder).getStatus()).wire;
      return answer?.macs.join() === holder.host.mac;
    });
  });

  test("a switchover moves it without a lost write, by R1, with every old connection reset (I11)", async () => {
    const before = await cluster.getHolder();
    const after = otherThan(before);
    const run = await getLab().lab.client.writes({ address: vip, intervalMs: 50 });
    const startMs = monotonicMs();
    // A gap lies between two writes: one of them before it.
    await run.waitForAck(startMs, { timeoutMs: 60_000 });
    await getLab().switchTo(after.host);
    await watch.waitForHolders([after.host.name], { timeoutMs: 60_000 });
    await run.waitForAck(monotonicMs(), { timeoutMs: 60_000 });
    await run.stop();
    const { stdout } = await before.host.exec(["ss", "-H", "-n", "-t", "src", vip]);
    expect(stdout.trim()).toBe("");
    expect(await getLab().lab.client.findLostWrites(run)).toEqual([]);
    // The client's own pace is in it.
    if (isLongRun) expect(findLongestGap(run.attempts, { fromMs: startMs })?.gapMs).toBeLessThan(10_000);
    const [taken] = (await after.getStatus()).vips;
    expect(taken?.lastProofs.map(({ proof }) => proof)).toEqual(["R1", "R1"]);
    const [left] = await before.getWhy();
    const told = [...(left?.reasons ?? []), ...(left?.history ?? []).map(({ reason }) => reason)].join(" ");
    expect(told).toMatch(/it is SECONDARY, ONLINE|read_only is on/);
    expect(told).not.toContain("not the primary: it is PRIMARY, ONLINE");
  });

  test("while a switchover is expected the holder looks often, and for no longer", async () => {
    const holder = await cluster.getHolder();
    const countReads = async (): Promise<number> => {
      const digest = "SELECT `JSON_ARRAY` ( `m` . `MEMBER_STATE`%";
      const table = "performance_schema.events_statements_summary_by_digest";
      const text = `SELECT COALESCE(SUM(COUNT_STAR), 0) FROM ${table} WHERE DIGEST_TEXT LIKE '${digest}'`;
      return Number((await getLab().sql(holder.host, text))[0]?.[0]);
    };
    const expectSwitchover = (clusterId: string) =>
      holder.call("POST", "/v2/switchover/expect", { clusterId, forMs: 2000 });
    expect(await expectSwitchover(randomUUID())).toMatchObject({
      status: 409,
      body: { code: "wrong_cluster" },
    });
    // A machine that stood still for that long has had no time for them: then it is expected once more.
    await waitFor("ten reads within the time of one", 120_000, async () => {
      const before = await countReads();
      expect((await expectSwitchover(cluster.clusterId)).status).toBe(200);
      const hasRead = async (): Promise<boolean> => (await countReads()) >= before + 10;
      return waitFor("ten reads", 3000, hasRead).catch(() => false);
    });
    let seen = { reads: -1, atMs: 0 };
    await waitFor("no more reads", 60_000, async () => {
      const reads = await countReads();
      if (reads !== seen.reads) {
        seen = { reads, atMs: monotonicMs() };
      }
      return monotonicMs() - seen.atMs > 1500;
    });
  });

  test("each taking is announced on the wire within 50 ms (I10), and again and again while held", async () => {
    // A host that has nothing to ask: answers to what the clients on app1 ask go to them alone.
    const listener = await listenForArp(getLab().lab.host("px1"), vip);
    const after = otherThan(await cluster.getHolder());
    await getLab().switchTo(after.host);
    await watch.waitForHolders([after.host.name], { timeoutMs: 60_000 });
    const fromNew = () => listener.heard.filter(({ mac }) => mac === after.host.mac);
    await waitFor("announcements", 60_000, () => fromNew().length >= 8);
    listener.end();
    const heldMs =
      watch.intervals.find(({ host, toMs }) => host === after.host.name && toMs === null)?.fromMs ?? 0;
    // The watch dates an event some milliseconds late, never early.
    const announcedAfterMs = (fromNew()[0]?.atMs ?? Number.NaN) - heldMs;
    expect(announcedAfterMs).toBeLessThan(50);
    expect(announcedAfterMs, "both by one clock").toBeGreaterThan(-10_000);
  });

  test("an address that somebody deletes is put back at once", async () => {
    const holder = await cluster.getHolder();
    await holder.host.exec(["ip", "address", "delete", `${vip}/32`, "dev", "eth0"]);
    await waitFor("deleted and added again", 60_000, () => watch.intervals.length === 2);
    const [deleted, again] = watch.intervals;
    expect((again?.fromMs ?? Number.POSITIVE_INFINITY) - (deleted?.toMs ?? 0)).toBeLessThan(2000);
    await watch.waitForHolders([holder.host.name], { timeoutMs: 60_000 });
  });

  test("a second agent on the host ends, and touches nothing (I12)", async () => {
    const holder = await cluster.getHolder();
    const second = await holder.host.tryExec([installLayout.executable, "run"]);
    expect(second.exitCode).toBe(3);
    await waitFor("still held", 60_000, () => holder.holds(vip));
    expect(watch.events.some(({ kind }) => kind === "removed")).toBe(false);
  });

  test("by hand: let go and stay away, then take it again", async () => {
    const holder = await cluster.getHolder();
    const command = (...args: string[]) => holder.host.exec([installLayout.executable, ...args]);
    expect((await command("release", "--stay")).stdout).toContain("stays away");
    expect(await holder.holds(vip)).toBe(false);
    expect((await command("why")).stdout).toContain("Maintenance");
    expect((await command("status")).stdout).toContain("not on this host");
    await command("unblock");
    await watch.waitForHolders([holder.host.name], { timeoutMs: 60_000 });
  });

  test("maintenance from the console: hold keeps what is held, release lets go, none takes it again", async () => {
    const holder = await cluster.getHolder();
    const set = (mode: string) => holder.call("POST", "/v2/maintenance", { vipId: cluster.vip.vipId, mode });
    expect((await set("hold")).status).toBe(200);
    await waitFor("told", 60_000, async () => (await holder.getStatus()).vips[0]?.maintenance === "hold");
    expect(await holder.holds(vip)).toBe(true);
    expect((await set("release")).status).toBe(200);
    await watch.waitForHolders([], { timeoutMs: 60_000 });
    expect((await set("none")).status).toBe(200);
    await watch.waitForHolders([holder.host.name], { timeoutMs: 60_000 });
  });

  test("a stranger with the address keeps it from being taken, by name, until the stranger is gone", async () => {
    const holder = await cluster.getHolder();
    const stranger = getLab().lab.host("app1");
    await holder.host.exec([installLayout.executable, "release", "--stay"]);
    const removeConflictingHost = await getLab().standing.addConflictingHost("app1", `${vip}/32`);
    try {
      await waitFor("conflict", 60_000, async () => {
        await holder.host.tryExec([installLayout.executable, "unblock"]);
        return (await holder.getStatus()).vips[0]?.state === "CONFLICT";
      });
      expect((await holder.getStatus()).vips[0]?.reasons[0]?.text).toContain(stranger.mac);
      expect(await holder.holds(vip)).toBe(false);
    } finally {
      await removeConflictingHost();
    }
    await watch.waitForHolders([holder.host.name], { timeoutMs: 60_000 });
    await getLab().standing.proveWrite(vip);
  });

  if (isLongRun)
    test("a secondary that is silent for 8 s under load, and comes back, never costs the address (F8)", async () => {
      const holder = await cluster.getHolder();
      const { lab } = getLab();
      const silent = otherThan(holder).host.name;
      const load = await lab.client.writes({ address: vip, intervalMs: 20, slots: 8 });
      const { actedAtMs } = await lab.fault.freezeHost(silent);
      await waitFor("the silence", 60_000, () => monotonicMs() - actedAtMs > 8000);
      await lab.fault.thawHost(silent);
      await waitFor("the first seconds after the return", 60_000, () => monotonicMs() - actedAtMs > 11_000);
      await load.stop();
      expect(watch.intervals).toMatchObject([{ host: holder.host.name, toMs: null }]);
      expect(await lab.client.findLostWrites(load)).toEqual([]);
      await lab.resetGroup();
    });
});
