import { randomUUID } from "node:crypto";
import type { ProbeOutcome } from "@primacy/core/vip";
import { isLongRun, type LabHost } from "@primacy/lab";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminPort, agentAccount, getDatabaseName, useAgentLab } from "../testing/agent-lab";
import { waitFor } from "../testing/wait-for";
import { monotonicMs } from "../vip/address/types";
import { ConsensusProbe } from "./consensus-probe";
import { MysqlSession } from "./session";

const getLab = useAgentLab();
/** Of this run of the server and of those before that its log still has. */
const stops = "FROM performance_schema.error_log WHERE ERROR_CODE IN ('MY-013172', 'MY-011086')";

describe("consensus probe", () => {
  const finished = new Map<number, ProbeOutcome>();
  const ended: number[] = [];
  const lost: string[] = [];
  const restores: (() => Promise<unknown>)[] = [];
  let probe: ConsensusProbe;
  let nextId = 1;

  beforeEach(() => {
    finished.clear();
    ended.length = 0;
    lost.length = 0;
    probe = new ConsensusProbe({
      finished: (probeId, _startedAtMs, outcome) => finished.set(probeId, outcome),
      ended: (probeId) => ended.push(probeId),
      sessionLost: (detail) => lost.push(detail),
    });
  });
  afterEach(async () => {
    probe.close();
    try {
      await getLab().lab.resetGroup();
    } finally {
      // Each is tried, whatever became of the others.
      const ends = await Promise.allSettled(restores.splice(0).map((restore) => restore()));
      expect(ends.filter(({ status }) => status === "rejected")).toEqual([]);
    }
  });

  /** On a busy machine a test takes longer than the group waits for its members: nobody leaves it meanwhile. */
  async function bePatient(): Promise<void> {
    const names = [
      "group_replication_member_expel_timeout",
      "group_replication_unreachable_majority_timeout",
    ] as const;
    const set = (host: LabHost, values: readonly (string | undefined)[]): Promise<string[][]> =>
      getLab().sql(host, names.map((name, index) => `SET GLOBAL ${name} = ${values[index]}`).join("; "));
    for (const host of getLab().databases) {
      const [before = []] = await getLab().sql(host, `SELECT @@${names[0]}, @@${names[1]}`);
      restores.push(() => set(host, before));
      await set(host, ["60", "60"]);
    }
  }

  async function aim(host: LabHost, serverUuid?: string): Promise<void> {
    const [row] = await getLab().sql(host, "SELECT @@server_uuid");
    probe.configure({ host: host.address, port: adminPort, ...agentAccount }, serverUuid ?? row?.[0] ?? "");
  }

  /** However long a busy server takes: only one that stands still is waited for in vain. */
  async function ask(deadlineMs = 60_000): Promise<ProbeOutcome> {
    const probeId = nextId++;
    void probe.run(probeId, monotonicMs() + deadlineMs);
    return waitFor("an outcome", deadlineMs + 60_000, () => finished.get(probeId));
  }

  test("the primary is proven to be primary, again and again in one session", async () => {
    await aim(await getLab().getPrimary());
    const first = await ask();
    expect(first).toMatchObject({ kind: "primary" });
    expect(await ask()).toEqual(first);
    expect(lost).toEqual([]);
  });

  test("a secondary is not, and says so at once", async () => {
    await aim(await getLab().getSecondary());
    expect(await ask()).toEqual({
      kind: "not-primary",
      reason: "not-primary",
      observed: { memberState: "ONLINE", role: "SECONDARY" },
    });
  });

  test("another server than the configured one is no evidence", async () => {
    await aim(await getLab().getPrimary(), "00000000-0000-0000-0000-000000000000");
    expect(await ask()).toMatchObject({ kind: "failed" });
  });

  test("a server that left the group is no evidence, although it answers the read", async () => {
    const host = await getLab().getPrimary();
    await aim(host);
    await ask();
    await getLab().sql(host, "STOP GROUP_REPLICATION");
    expect(await ask()).toMatchObject({ kind: "not-primary", reason: "not-online" });
  });

  test("without a majority nothing is proven, and the role that counts is that after the wait", async () => {
    const host = await getLab().getPrimary();
    const others = getLab().databases.filter(({ name }) => name !== host.name);
    await bePatient();
    const who = `'${agentAccount.user}'@'${getLab().lab.names.gateway}'`;
    // Offline mode ends the sessions of those who have not this privilege.
    await getLab().sql(host, `GRANT CONNECTION_ADMIN ON *.* TO ${who}`);
    restores.push(async () =>
      getLab().sql(await getLab().getPrimary(), `REVOKE CONNECTION_ADMIN ON *.* FROM ${who}`),
    );
    await aim(host);
    await ask();
    for (const other of others) await getLab().lab.fault.freezeProcess(other.name, "mysqld");
    expect(await ask(500)).toEqual({ kind: "timed-out" });
    const outcome = ask(120_000);
    await waitFor("a second probe that waits", 60_000, async () => {
      const waiting = `SELECT COUNT(*) FROM performance_schema.processlist
        WHERE INFO LIKE 'SELECT % FROM primacy.probe %' AND ID <> CONNECTION_ID()`;
      return (await getLab().sql(host, waiting))[0]?.[0] === "2";
    });
    // Nothing that needs a lock: a commit of somebody else, such as MySQL Router's, may wait for the majority too.
    await getLab().sql(host, "SET GLOBAL offline_mode = ON");
    try {
      for (const other of others) await getLab().lab.fault.thawProcess(other.name, "mysqld");
      expect(await outcome).toEqual({
        kind: "not-primary",
        reason: "offline-mode",
        observed: { memberState: "ONLINE", role: "PRIMARY" },
      });
    } finally {
      await getLab().sql(host, "SET GLOBAL offline_mode = OFF");
    }
  });

  test("a frozen server times out; the probe ends when it thaws, and the next one uses another session", async () => {
    const host = await getLab().getPrimary();
    await aim(host);
    await ask();
    await getLab().lab.fault.freezeProcess(host.name, "mysqld");
    expect(await ask(500)).toEqual({ kind: "timed-out" });
    expect(ended).toEqual([]);
    await getLab().lab.fault.thawProcess(host.name, "mysqld");
    await waitFor("the probe ended", 60_000, () => ended.length === 1);
    expect(await ask()).toMatchObject({ kind: "primary" });
    expect(lost).toEqual([]);
  });

  if (isLongRun)
    test("a killed server is noticed at once, between two probes", async () => {
      const host = await getLab().getPrimary();
      await aim(host);
      await ask();
      await getLab().lab.fault.killMysql(getDatabaseName(host), { restart: false });
      await waitFor("session lost", 2000, () => lost.length > 0);
      expect(await ask()).toMatchObject({ kind: "connection-lost" });
    });

  test("a server that was told to stop says so while it is still primary, is asked for no more, and ends in its own time", async () => {
    const host = await getLab().getPrimary();
    await aim(host);
    await ask();
    // Whoever is in hears; nobody else gets in any more.
    const settings = { host: host.address, port: adminPort, ...agentAccount };
    const observer = await MysqlSession.open(settings, { timeoutMs: 30_000, setup: [] });
    const countStops = async (): Promise<number> =>
      Number((await observer.query(`SELECT COUNT(*) ${stops}`))[0]?.[0]);
    const before = await countStops();
    const orderedMs = monotonicMs();
    const stopped = getLab().lab.fault.stopMysql(getDatabaseName(host));
    await waitFor("the order in the server's log", 60_000, async () => (await countStops()) > before);
    const outcomes: ProbeOutcome[] = [];
    await waitFor("the end of the server", 60_000, async () => {
      outcomes.push(await ask());
      return outcomes.at(-1)?.kind === "connection-lost";
    });
    await stopped;
    // Its own time on a machine that does other things too is nobody's promise.
    if (isLongRun) expect(monotonicMs() - orderedMs, "it waited for no read of ours").toBeLessThan(25_000);
    const first = {
      kind: "not-primary",
      reason: "stopping",
      observed: { memberState: "ONLINE", role: "PRIMARY" },
    };
    // A machine that stood still meanwhile may show it only after it has left its group.
    if (isLongRun) expect(outcomes[0]).toEqual(first);
    for (const outcome of outcomes)
      if (outcome.kind === "not-primary" && outcome.observed?.memberState === "ONLINE")
        expect(outcome.reason).toBe("stopping");
    const kinds = new Set(outcomes.map(({ kind }) => kind));
    expect(kinds.has("primary") || kinds.has("timed-out"), [...kinds].join(", ")).toBe(false);
    observer.destroy();
  });

  test("a server that does not let the agent look into its log is probed all the same", async () => {
    const host = await getLab().getPrimary();
    const who = `'${agentAccount.user}'@'${getLab().lab.names.gateway}'`;
    await getLab().sql(host, `REVOKE SELECT ON performance_schema.error_log FROM ${who}`);
    restores.push(async () =>
      getLab().sql(await getLab().getPrimary(), `GRANT SELECT ON performance_schema.error_log TO ${who}`),
    );
    await aim(host);
    expect(await ask()).toMatchObject({ kind: "primary" });
    expect(await ask()).toMatchObject({ kind: "primary" });
  });

  test("a server that does not let the agent look into its log any more is probed all the same, in the same session", async () => {
    const host = await getLab().getPrimary();
    const who = `'${agentAccount.user}'@'${getLab().lab.names.gateway}'`;
    await aim(host);
    expect(await ask()).toMatchObject({ kind: "primary" });
    restores.push(async () =>
      getLab().sql(await getLab().getPrimary(), `GRANT SELECT ON performance_schema.error_log TO ${who}`),
    );
    await getLab().sql(host, `REVOKE SELECT ON performance_schema.error_log FROM ${who}`);
    expect(await ask()).toMatchObject({ kind: "primary" });
    expect(await ask()).toMatchObject({ kind: "primary" });
  });

  test("a session that was ended alone, while another one works, is no server that went away", async () => {
    const host = await getLab().getPrimary();
    const others = getLab().databases.filter(({ name }) => name !== host.name);
    await bePatient();
    await aim(host);
    await ask();
    for (const other of others) await getLab().lab.fault.freezeProcess(other.name, "mysqld");
    const first = ask(120_000);
    const second = ask(120_000);
    const own =
      "FROM performance_schema.processlist WHERE INFO LIKE 'SELECT % FROM primacy.probe %' AND ID <> CONNECTION_ID()";
    const ids = await waitFor("two sessions that wait", 60_000, async () => {
      const rows = await getLab().sql(host, `SELECT ID ${own} ORDER BY ID`);
      return rows.length === 2 ? rows.map((row) => row[0] ?? "") : undefined;
    });
    await getLab().sql(host, `KILL ${ids[0]}`);
    expect(await Promise.race([first, second])).toMatchObject({ kind: "failed" });
    await getLab().sql(host, `KILL ${ids[1]}`);
    await waitFor("both outcomes", 60_000, () => finished.size === 3);
    expect([...finished.values()].map(({ kind }) => kind)).toEqual(["primary", "failed", "connection-lost"]);
    for (const other of others) await getLab().lab.fault.thawProcess(other.name, "mysqld");
  });

  test("a missing probe table is a failure in words, not a proof", async () => {
    const host = await getLab().getPrimary();
    await aim(host);
    await getLab().sql(host, "RENAME TABLE primacy.probe TO primacy.probe_away");
    try {
      expect(await ask()).toMatchObject({ kind: "failed", detail: expect.stringContaining("probe") });
    } finally {
      await getLab().sql(host, "RENAME TABLE primacy.probe_away TO primacy.probe");
    }
  });

  test("a primary whose own commit takes long speaks for the host that it has just given a read VIP to, not for the old one", async () => {
    const { sql, getPrimary, getSecondary } = getLab();
    const host = await getPrimary();
    const other = await getSecondary();
    const [vipId, before, after] = [randomUUID(), randomUUID(), randomUUID()];
    const [serverUuid = ""] = (await sql(host, "SELECT @@server_uuid"))[0] ?? [];
    const give = (hostId: string): Promise<unknown> =>
      sql(
        host,
        `REPLACE INTO primacy.read_vip (vip_id, host_id, home_host_id) VALUES ('${vipId}', '${hostId}', '${hostId}')`,
      );
    const reports = { finished: () => {}, ended: () => {}, sessionLost: () => {} };
    const reader = new ConsensusProbe(reports, { kind: "assignment", vipId, hostId: before });
    reader.configure({ host: host.address, port: adminPort, ...agentAccount }, serverUuid);
    const read = async (at: LabHost): Promise<string | undefined> =>
      (await sql(at, `SELECT host_id FROM primacy.read_vip WHERE vip_id = '${vipId}'`))[0]?.[0];
    /** Whether a plain read showed the old one there while the reader was asked. */
    const giveSlowly = async (): Promise<boolean> => {
      await give(before);
      expect(await reader.readAssignment(monotonicMs() + 60_000)).toMatchObject({ hostId: before });
      const given = give(after);
      given.catch(() => undefined);
      await waitFor("the other server to have it", 60_000, async () => (await read(other)) === after);
      const stale = await read(host);
      expect(await reader.readAssignment(monotonicMs() + 60_000)).toMatchObject({ hostId: after });
      await given;
      return stale === before;
    };
    try {
      // Between its place in the group's order and its commit a transaction waits for the binary log, for a second at most.
      await sql(host, "SET GLOBAL sync_binlog = 1, GLOBAL binlog_group_commit_sync_delay = 1000000");
      // A machine that stood still for that second has shown nothing.
      await waitFor("a read beside a commit that takes long", 240_000, giveSlowly);
    } finally {
      reader.close();
      await sql(host, "SET GLOBAL binlog_group_commit_sync_delay = 0");
      await sql(host, `DELETE FROM primacy.read_vip WHERE vip_id = '${vipId}'`);
    }
  });
});
