import { randomUUID } from "node:crypto";
import {
  FixResult,
  isFinished,
  isRefusal,
  message,
  type Operation,
  type OperationKind,
} from "@primacy/contract";
import { type ClusterRecord, systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import {
  acquireTestLab,
  type DatabaseName,
  databaseNames,
  joinRows,
  type Lab,
  runRootSql,
  type TestLab,
} from "@primacy/lab";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectServer, type ServerConnection } from "../mysql/connect-server";
import { OperationEngine } from "../operation/engine";
import { createTestWorker } from "../testing/test-worker";
import { createFixOperations } from "./fix-operations";
import type { Connect } from "./on-server";

const expel = "group_replication_member_expel_timeout";
const actor = systemActor("test");

let held: TestLab;
let lab: Lab;
let opened: TestDatabase;
let cluster: ClusterRecord;
/** Runs when a statement has had its effect on a member's server, before it is answered. */
const afterStatement = new Map<DatabaseName, (text: string, signal: AbortSignal) => Promise<void>>();
/** Which server really answers at a member's address, where it is another one. */
const answering = new Map<DatabaseName, DatabaseName>();
const engines: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  held = await acquireTestLab({ with: ["mysql"] });
  lab = held.lab;
  // A server that starts replication by itself may not be given its bootstrap back; an earlier file may have left it so.
  for (const name of databaseNames) {
    const variable = "group_replication_start_on_boot";
    await sql(name, `RESET PERSIST IF EXISTS ${variable}; SET GLOBAL ${variable} = OFF`);
  }
  opened = await openTestDatabase();
  cluster = await register(await Promise.all(databaseNames.map((name) => sql(name, "SELECT @@server_uuid"))));
});
afterAll(async () => {
  if (lab !== undefined) for (const name of databaseNames) await put(name, "0");
  await opened?.close();
  await held?.release();
});
beforeEach(async () => {
  for (const name of databaseNames) await put(name, "5");
});
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
  afterStatement.clear();
  answering.clear();
});

async function sql(name: DatabaseName, text: string): Promise<string> {
  return joinRows(await runRootSql(lab.host(name), text));
}

/** What somebody else does on the server: a value that runs, and one that is persisted or none. */
async function put(name: DatabaseName, running: string, persisted: string | null = null): Promise<void> {
  const keep =
    persisted === null ? `RESET PERSIST IF EXISTS ${expel}` : `SET PERSIST ${expel} = ${persisted}`;
  await sql(name, `${keep}; SET GLOBAL ${expel} = ${running}`);
}

async function register(uuids: readonly string[]): Promise<ClusterRecord> {
  const members = databaseNames.map((name, index) => ({
    serverUuid: uuids[index] ?? "",
    address: lab.host(name).address,
    port: 3306,
    hostId: null,
  }));
  const created = await opened.database.transact(actor, (unit) =>
    unit.clusters.create({
      name: `cluster ${randomUUID()}`,
      kind: "group_replication",
      groupName: randomUUID(),
      members,
    }),
  );
  if (isRefusal(created)) throw new Error(created.message.text);
  return created;
}

/** Signs in to the lab's servers, by way of `answering`, and stops after each statement for `afterStatement`. */
const connect: Connect = async (endpoint, account, signal): Promise<ServerConnection> => {
  const name = databaseNames.find((one) => lab.host(one).address === endpoint.address) ?? "db1";
  const { address } = lab.host(answering.get(name) ?? name);
  const connection = await connectServer({ ...endpoint, address }, account, signal);
  return {
    ...connection,
    async run(statements, options) {
      for (const statement of statements) {
        await connection.run([statement], options);
        await afterStatement.get(name)?.(statement.text, options.signal);
      }
    },
  };
};

async function startEngine(): Promise<{ stop(): Promise<void> }> {
  const worker = createTestWorker(opened.database);
  const engine = new OperationEngine(worker, createFixOperations(connect), { pollMs: 100 });
  worker.hub.subscribe(engine);
  await worker.hub.start();
  await engine.start();
  const started = {
    stop: async () => {
      await engine.stop();
      await worker.hub.stop();
    },
  };
  engines.push(started);
  return started;
}

async function ask(kind: OperationKind, input: object): Promise<string> {
  const { user, password } = lab.credentials.admin;
  const asked = await opened.database.transact(actor, (unit) =>
    unit.operations.enqueue({
      kind,
      title: message("step.waiting"),
      clusterId: cluster.id,
      input: { user, ...input },
      secrets: { password },
    }),
  );
  if (isRefusal(asked)) throw new Error(asked.message.text);
  return asked.id;
}

async function ended(id: string): Promise<Operation> {
  const read = (): Promise<Operation> => opened.database.operations.get(id);
  await expect
    .poll(async () => isFinished((await read()).state), { timeout: 120_000, interval: 20 })
    .toBe(true);
  return read();
}

async function perform(kind: OperationKind, input: object): Promise<Operation> {
  return ended(await ask(kind, input));
}

const fix = { fix: "expel_timeout" };

/** Every member's setting as "running persisted". */
async function settings(): Promise<string[]> {
  const persisted = `SELECT VARIABLE_VALUE FROM performance_schema.persisted_variables WHERE VARIABLE_NAME = '${expel}'`;
  const text = `SELECT CONCAT(@@${expel}, ' ', IFNULL((${persisted}), '-'))`;
  return Promise.all(databaseNames.map((name) => sql(name, text)));
}

const codes = ({ problem }: Operation): string[] => problem?.errors.map((one) => one.code) ?? [];
const states = ({ steps }: Operation): string[] => steps.map((step) => step.state);

/** Lets the worker die when the first member was set, before that is recorded. */
async function dieAfterFirst(kind: OperationKind, input: object): Promise<string> {
  const engine = await startEngine();
  let tell = (): void => undefined;
  const acted = new Promise<void>((resolve) => {
    tell = resolve;
  });
  afterStatement.set("db1", async (text, signal) => {
    // What only proves that it could be undone comes before the act.
    if (!text.startsWith("SET")) return;
    tell();
    await new Promise((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
    );
  });
  const id = await ask(kind, input);
  await acted;
  await engine.stop();
  afterStatement.clear();
  return id;
}

describe("a fix", () => {
  test("touches no other server that has a member's address", async () => {
    answering.set("db2", "db3");
    await startEngine();
    const operation = await perform("fix.apply", fix);
    expect(operation).toMatchObject({
      state: "failed",
      problem: { code: "variable_other_server", message: { params: { host: lab.host("db2").address } } },
    });
    expect(await settings()).toEqual(["5 -", "5 -", "5 -"]);
  });

  test("touches none either that came to the address after the plan", async () => {
    afterStatement.set("db1", async () => {
      answering.set("db2", "db3");
    });
    await startEngine();
    const operation = await perform("fix.apply", fix);
    expect(operation).toMatchObject({ state: "undone", problem: { code: "variable_other_server" } });
    expect(await settings()).toEqual(["5 -", "5 -", "5 -"]);
  });

  test("runs as it was confirmed, and is refused with what is different", async () => {
    await startEngine();
    const members = cluster.members.map(({ id }) => ({ memberId: id, running: "5" }));
    await put("db3", "7");
    const refused = await perform("fix.apply", { ...fix, basis: { value: "0", members } });
    expect(refused.state).toBe("failed");
    expect(codes(refused)).toEqual(["fix_member_changed"]);
    expect(await settings()).toEqual(["5 -", "5 -", "7 -"]);
    await put("db3", "5");
    const applied = await perform("fix.apply", { ...fix, basis: { value: "0", members } });
    expect(applied.state).toBe("succeeded");
    expect(await settings()).toEqual(["0 0", "0 0", "0 0"]);
  });

  test("leaves a value that somebody sets meanwhile, and takes the others back", async () => {
    afterStatement.set("db1", () => put("db2", "9"));
    await startEngine();
    const operation = await perform("fix.apply", fix);
    expect(operation).toMatchObject({ state: "undone", problem: { code: "variable_changed" } });
    expect(await settings()).toEqual(["5 -", "9 -", "5 -"]);
  });
});

const further = [
  { fix: "restart_safety", variables: ["group_replication_start_on_boot"], wrong: 0, mended: 1 },
  { fix: "bootstrap", variables: ["group_replication_bootstrap_group"], wrong: 1, mended: 0 },
  {
    fix: "durability",
    variables: ["sync_binlog", "innodb_flush_log_at_trx_commit"],
    wrong: 0,
    mended: 1,
  },
] as const;

test.each(further)("the fix $fix sets its variables on every member, and gives them back", async (one) => {
  const running = one.variables.map((name) => `@@global.${name}`).join(", ");
  const read = (name: DatabaseName): Promise<string> => sql(name, `SELECT CONCAT_WS(' ', ${running})`);
  const readAll = (): Promise<string[]> => Promise.all(databaseNames.map(read));
  const set = (values: readonly string[]): Promise<string> =>
    sql("db1", one.variables.map((name, at) => `SET GLOBAL ${name} = ${values[at]}`).join("; "));
  const before = await read("db1");
  try {
    await set(one.variables.map(() => String(one.wrong)));
    const broken = await readAll();
    await startEngine();
    const applied = await perform("fix.apply", { fix: one.fix });
    expect(applied.state).toBe("succeeded");
    const mended = one.variables.map(() => one.mended).join(" ");
    expect(await readAll()).toEqual(databaseNames.map(() => mended));
    expect((await perform("fix.restore", { operationId: applied.id })).state).toBe("succeeded");
    expect(await readAll()).toEqual(broken);
  } finally {
    await set(before.split(" "));
  }
});

describe("a fix whose worker dies between the act and its record", () => {
  test("is finished by the next worker, and its restoration too, between two statements of one member", async () => {
    const id = await dieAfterFirst("fix.apply", fix);
    expect(await settings()).toEqual(["0 0", "5 -", "5 -"]);
    const second = await startEngine();
    const applied = await ended(id);
    expect(states(applied)).toEqual(["done", "done", "done"]);
    const { members } = FixResult.parse(applied.result);
    expect(members.map((one) => one.before.running)).toEqual(["5", "5", "5"]);
    await second.stop();
    const restoring = await dieAfterFirst("fix.restore", { operationId: id });
    expect(await settings()).toEqual(["5 0", "0 0", "0 0"]);
    await startEngine();
    expect(states(await ended(restoring))).toEqual(["done", "done", "done"]);
    expect(await settings()).toEqual(["5 -", "5 -", "5 -"]);
  });

  test("is undone on every member where it cannot be finished any more", async () => {
    const id = await dieAfterFirst("fix.apply", fix);
    answering.set("db3", "db2");
    await startEngine();
    expect(states(await ended(id))).toEqual(["undone", "undone", "failed"]);
    expect(await settings()).toEqual(["5 -", "5 -", "5 -"]);
  });
});

test("a restoration is refused with every member that somebody set since, and overwrites nothing", async () => {
  await startEngine();
  const applied = await perform("fix.apply", fix);
  await put("db2", "3", "3");
  const refused = await perform("fix.restore", { operationId: applied.id });
  expect(refused.state).toBe("failed");
  expect(codes(refused)).toEqual(["fix_set_since"]);
  expect(await settings()).toEqual(["0 0", "3 3", "0 0"]);
});
