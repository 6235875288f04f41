import { actAndObserve } from "@primacy/host-acts";
import type { Connection } from "mysql2/promise";
import { LabError } from "../errors";
import type { FaultEvidence } from "../fault/evidence";
import type { Lab } from "../lab";
import { observeSelf } from "../mysql/group";
import { runRootSql } from "../mysql/root-sql";
import { waitFor } from "../process/wait-for";
import type { DatabaseName } from "../roster";
import type { Stage } from "./stage";

/** The table that every agent asks the group about. */
const probeTable = "primacy.probe";
const agentAccount = "primacy_agent";
const largeRows = 60;

/** Moves the office of primary, as a planned switchover does. Returns when all servers agree on it. */
export async function switchTo(lab: Lab, to: DatabaseName): Promise<FaultEvidence> {
  return actAndObserve(
    "switchover",
    to,
    () => orderSwitch(lab, to),
    () =>
      waitFor(
        `${to} to be the primary`,
        async () =>
          (await lab.findPrimary())?.name === to ? [`all servers have ${to} as primary`] : undefined,
        { timeoutMs: 15_000 },
      ),
  );
}

async function orderSwitch(lab: Lab, to: DatabaseName, timeoutMs = 30_000): Promise<void> {
  const host = lab.host(to);
  const self = await observeSelf(host);
  if (self === null) throw new LabError("group_not_ready", `${to} is in no group.`);
  const sql = `SELECT group_replication_set_as_primary('${self.serverUuid}');`;
  await runRootSql(host, sql, { timeoutMs });
}

/** Locks the table that agents ask the group about. Returns when another session waits for it in vain. */
export async function lockProbeTable({ lab, undo }: Stage, host: DatabaseName): Promise<FaultEvidence> {
  const holder = await openSession(lab, host);
  undo.push(async () => holder.destroy());
  return actAndObserve(
    "lock-table",
    host,
    async () => {
      await holder.query(`LOCK TABLES ${probeTable} WRITE`);
    },
    async () => {
      const other = await openSession(lab, host);
      try {
        await other.query("SET SESSION lock_wait_timeout = 1");
        const error = await other.query(`SELECT v FROM ${probeTable}`).then(
          () => null,
          (cause: unknown) => cause,
        );
        const isLocked = error instanceof Error && "code" in error && error.code === "ER_LOCK_WAIT_TIMEOUT";
        if (!isLocked) throw new LabError("not_observed", `Nothing waits for ${probeTable} on ${host}.`);
        return [`a session on ${host} waited for ${probeTable} in vain`];
      } finally {
        other.destroy();
      }
    },
  );
}

/** Locks the agents' account and ends its sessions on one server. Returns when that server has none left. */
export async function lockAgentAccount({ lab, undo }: Stage, host: DatabaseName): Promise<FaultEvidence> {
  const alter = async (how: "LOCK" | "UNLOCK"): Promise<void> => {
    const primary = await lab.findPrimary();
    if (primary === null) throw new LabError("group_not_ready", "The group has no primary.");
    const rows = await runRootSql(primary, `SELECT host FROM mysql.user WHERE user = '${agentAccount}';`);
    const sql = rows
      .map(([from = ""]) => `ALTER USER '${agentAccount}'@'${from}' ACCOUNT ${how};`)
      .join("\n");
    await runRootSql(primary, sql);
  };
  const list = `SELECT id FROM performance_schema.processlist WHERE user = '${agentAccount}';`;
  undo.push(() => alter("UNLOCK"));
  return actAndObserve(
    "lock-account",
    host,
    () => alter("LOCK"),
    () =>
      waitFor(
        `the agents' sessions on ${host} to end`,
        async () => {
          const sessions = await runRootSql(lab.host(host), list);
          if (sessions.length === 0) return [`${agentAccount} is locked and has no session on ${host}`];
          // One that ended meanwhile is as well.
          for (const [id = ""] of sessions)
            await runRootSql(lab.host(host), `KILL ${id};`).catch(() => undefined);
          return undefined;
        },
        { timeoutMs: 8_000 },
      ),
  );
}

/** Writes 60 MB in one transaction. Returns when another server has all of it. */
export async function writeLargeTransaction(
  { lab, undo }: Stage,
  primary: DatabaseName,
  other: DatabaseName,
): Promise<FaultEvidence> {
  const onPrimary = async (sql: string): Promise<void> => {
    const host = (await lab.findPrimary()) ?? lab.host(primary);
    await runRootSql(host, sql, { timeoutMs: 90_000 });
  };
  undo.push(() => onPrimary("DROP TABLE IF EXISTS lab.large;"));
  const numbers = `WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < ${largeRows})`;
  return actAndObserve(
    "large-transaction",
    primary,
    () =>
      onPrimary(`CREATE TABLE lab.large (id INT PRIMARY KEY, body LONGBLOB);
INSERT INTO lab.large ${numbers} SELECT i, REPEAT(CHAR(64 + i % 26), 1048576) FROM n;`),
    () =>
      waitFor(
        `${other} to have the large transaction`,
        async () => {
          const rows = await runRootSql(lab.host(other), "SELECT COUNT(*) FROM lab.large;").catch(() => []);
          return rows[0]?.[0] === `${largeRows}`
            ? [`${other} has ${largeRows} MB of one transaction`]
            : undefined;
        },
        { timeoutMs: 60_000 },
      ),
  );
}

/** Rebuilds the table that is written to. Returns when another server has it anew. */
export async function rebuildTable(
  lab: Lab,
  primary: DatabaseName,
  other: DatabaseName,
): Promise<FaultEvidence> {
  const sql = "SELECT table_id FROM information_schema.innodb_tables WHERE name = 'lab/writes';";
  const read = async (): Promise<string> => (await runRootSql(lab.host(other), sql))[0]?.[0] ?? "";
  const before = await read();
  return actAndObserve(
    "change-schema",
    primary,
    async () => {
      await runRootSql(lab.host(primary), "ALTER TABLE lab.writes FORCE;", { timeoutMs: 60_000 });
    },
    () =>
      waitFor(
        `${other} to have rebuilt the table`,
        async () => ((await read()) === before ? undefined : [`${other} has the table anew`]),
        { timeoutMs: 30_000 },
      ),
  );
}

/** How long a transaction stays open while the office shall move, at most. */
const openMs = 30_000;

/** Orders the office to move while a transaction is open, which it waits for. Returns when it has moved after its end. */
export async function switchWhileOpen(
  { lab, undo }: Stage,
  primary: DatabaseName,
  secondary: DatabaseName,
): Promise<FaultEvidence> {
  const open = await openSession(lab, primary);
  undo.push(async () => open.destroy());
  let hasMoved = false;
  return actAndObserve(
    "switchover",
    secondary,
    async () => {
      await open.query("CREATE TABLE IF NOT EXISTS lab.open (id INT PRIMARY KEY)");
      await open.query("BEGIN");
      await open.query("INSERT INTO lab.open VALUES (1)");
      const moving = orderSwitch(lab, secondary, openMs + 30_000).then(() => {
        hasMoved = true;
      });
      moving.catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, openMs));
      const hadMoved = hasMoved;
      await open.query("ROLLBACK").catch(() => undefined);
      await moving;
      if (hadMoved) throw new LabError("not_observed", "The office moved before the transaction ended.");
    },
    () =>
      waitFor(
        `${secondary} to be the primary`,
        async () =>
          (await lab.findPrimary())?.name === secondary
            ? [`the office moved only when the transaction had ended, after ${openMs / 1_000} s`]
            : undefined,
        { timeoutMs: 15_000 },
      ),
  );
}

async function openSession(lab: Lab, host: DatabaseName): Promise<Connection> {
  const connection = await lab.mysql(host);
  connection.on("error", () => undefined);
  return connection;
}
