import {
  DrillCheck,
  type DrillDetail,
  type DrillRequest,
  isRefusal,
  type Operation,
  type OperationStep,
} from "@primacy/contract";
import { systemActor } from "@primacy/db";
import { type DatabaseName, databaseNames, joinRows, runRootSql, waitFor } from "@primacy/lab";
import { describe } from "./lab-cluster";
import { type SharedCluster, shareCluster } from "./shared-cluster";

const actor = systemActor("test");
/** A heal may wait for a group that comes back, or for a server that looks for space. */
const endLimitMs = 600_000;

/** A drill that has ended, with its operation, and both in short for what fails. */
export interface PlayedDrill {
  readonly drill: DrillDetail;
  readonly operation: Operation;
  readonly told: string;
}

/** The lab's group, behind a VIP and with a host operator on each of its hosts, in which drills are allowed. */
export interface DrillLab {
  readonly here: SharedCluster;
  /** The VIP. */
  readonly address: string;
  /** A drill through the VIP, with its clients on db3, so that db2 is the secondary that the console chooses; mysqld is killed unless said otherwise. */
  ask(change?: Partial<DrillRequest>): DrillRequest;
  allow(allowsDrills: boolean): Promise<void>;
  /** Waits until nothing stands against such a drill. */
  awaitReady(request?: DrillRequest, timeoutMs?: number): Promise<void>;
  /** Orders a drill, and returns its id once its fault is made. Throws what came of it before. */
  begin(request: DrillRequest): Promise<string>;
  /** Waits for its end. */
  ended(id: string): Promise<PlayedDrill>;
  /** Orders one, and waits for its end. */
  play(request: DrillRequest): Promise<PlayedDrill>;
  /** How many rows of clients a server has. */
  countRows(server: DatabaseName): Promise<number>;
  /** How many members it says are ONLINE. */
  countOnline(server: DatabaseName): Promise<number>;
  /** Takes all of it back, for the next file; see `SharedCluster.giveBack`. */
  close(): Promise<void>;
}

/** Gives a test file the group that files of this process share, made ready for drills. */
export async function shareDrillLab(): Promise<DrillLab> {
  const here = await shareCluster();
  const { address } = await here.applyVip(here.clusterId);
  const lab = createDrillLab(here, address);
  try {
    for (const name of databaseNames) {
      const enabled = await here.run("operator.enable", here.hostNamed(name));
      if (enabled.state !== "succeeded") throw new Error(JSON.stringify(describe(enabled)));
    }
    await lab.allow(true);
    return lab;
  } catch (error) {
    await lab.close().catch(() => undefined);
    throw error;
  }
}

/** A step of an operation by its code. */
export function stepOf({ steps }: Operation, code: string): OperationStep | undefined {
  return steps.find((step) => step.code === code);
}

function createDrillLab(here: SharedCluster, address: string): DrillLab {
  const { operations, drills } = here.opened.database;
  const ask: DrillLab["ask"] = (change) => ({
    fault: { kind: "kill_mysqld", restarts: false },
    endpoints: [{ address, port: 3306 }],
    readEndpoints: [],
    observerHostId: here.hostNamed("db3").id,
    objectiveMs: 60_000,
    ...change,
  });
  const allow: DrillLab["allow"] = async (allowsDrills) => {
    await here.opened.database.transact(actor, (unit) =>
      unit.clusters.change(here.clusterId, null, { allowsDrills }),
    );
  };
  const order = async (request: DrillRequest): Promise<string> => {
    const asked = await here.request("drill", here.clusterId, request);
    if (isRefusal(asked)) throw new Error(asked.message.text);
    return asked.id;
  };
  const ended: DrillLab["ended"] = async (id) => {
    const operation = await here.ended(id, endLimitMs);
    const drill = await drills.find(id);
    const asTold = describe(operation);
    if (drill === null) throw new Error(`the drill is not there: ${JSON.stringify(asTold)}`);
    const { verdict, findings } = drill;
    const told = JSON.stringify({ verdict, marks: findings?.marks, operation: asTold });
    return { drill, operation, told };
  };
  const count = async (server: DatabaseName, sql: string): Promise<number> =>
    Number(joinRows(await runRootSql(here.lab.host(server), sql)));
  return {
    here,
    address,
    ask,
    allow,
    ended,
    async awaitReady(request = ask(), timeoutMs = 120_000) {
      await waitFor(
        "nothing to stand against a drill",
        async () => {
          const { result } = await here.perform("drill.check", here.clusterId, request);
          return DrillCheck.parse(result).report.hasFailures ? undefined : true;
        },
        { timeoutMs, intervalMs: 500 },
      );
    },
    async begin(request) {
      const id = await order(request);
      await waitFor(
        "the fault to be made",
        async () => {
          const operation = await operations.get(id);
          if (operation.problem !== null) throw new Error(JSON.stringify(operation.problem));
          return stepOf(operation, "drill.fault")?.state === "done" ? true : undefined;
        },
        { timeoutMs: 120_000, intervalMs: 50 },
      );
      return id;
    },
    play: async (request) => ended(await order(request)),
    countRows: (server) => count(server, "SELECT COUNT(*) FROM primacy.verify"),
    countOnline: (server) =>
      count(
        server,
        "SELECT COUNT(*) FROM performance_schema.replication_group_members WHERE MEMBER_STATE = 'ONLINE'",
      ),
    async close() {
      await allow(false);
      for (const name of databaseNames) await here.run("operator.disable", here.hostNamed(name));
      await here.giveBack();
    },
  };
}
