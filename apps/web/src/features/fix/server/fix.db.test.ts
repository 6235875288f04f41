import type { FixResult, Operation } from "@primacy/contract";
import { type ClusterRecord, systemActor } from "@primacy/db";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openConsole, type TestConsole, type Told } from "../../../server/testing/open-console";
import { addCluster, addHost } from "../../../server/testing/register";

const system = systemActor("test");
const administrator = { user: "root", password: "very secret indeed" };
const body = { fix: "expel_timeout", administrator };

let tested: TestConsole;
let cluster: ClusterRecord;
beforeAll(async () => {
  tested = await openConsole();
  await tested.announceWorker();
});
afterAll(() => tested.close());
beforeEach(async () => {
  cluster = await addCluster(tested.database, [await addHost(tested.database)]);
});

function ask(path: string, asked: object, role: "operator" | "viewer" = "operator"): Promise<Told> {
  const { token } = tested.people[role];
  return tested.ask("POST", `/clusters/${cluster.id}/fixes${path}`, { token, body: asked });
}

function operationOf({ json }: Told): Operation {
  const { operation } = json;
  if (typeof operation !== "object" || operation === null) throw new Error(JSON.stringify(json));
  return JSON.parse(JSON.stringify(operation));
}

/** What the console stored of an order, as a worker gets it; ends it as a worker would. */
async function carryOut(
  id: string,
  result: object | null,
): Promise<{ input: unknown; password: string | null }> {
  return tested.database.transact(system, async (unit) => {
    const claimed = await unit.work.claim({ owner: "test", leaseSeconds: 60, limit: 50 });
    const found = claimed.find((one) => one.operation.id === id);
    if (found === undefined) throw new Error("the operation was not queued");
    const password = await unit.work.findSecret(id, "password");
    const outcome = result === null ? null : { ...result };
    await unit.work.finish(found.lease, { state: "succeeded", result: outcome });
    return { input: found.input, password };
  });
}

const changed = (): FixResult => ({
  variable: "group_replication_member_expel_timeout",
  members: cluster.members.map(({ id }) => ({
    memberId: id,
    name: "db1",
    before: { running: "5", persisted: null },
    after: { running: "0", persisted: "0" },
  })),
});

/** A fix that was done; its id. */
async function fixed(): Promise<string> {
  const { id } = operationOf(await ask("", body));
  await carryOut(id, changed());
  return id;
}

async function audited(action: string): Promise<readonly { readonly detail: unknown }[]> {
  const { items } = await tested.database.audit.list({ action }, { after: null, limit: 200 });
  return items.filter((entry) => entry.targetId === cluster.id);
}

describe("applying a fix", () => {
  it("queues it with what was confirmed, and keeps the password out of every record", async () => {
    const basis = { value: "0", members: cluster.members.map(({ id }) => ({ memberId: id, running: "5" })) };
    const told = await ask("", { ...body, basis });
    expect(told.status).toBe(202);
    const operation = operationOf(told);
    expect(operation).toMatchObject({ kind: "fix.apply", clusterId: cluster.id });
    expect(operation.title.text).toBe(`Set group_replication_member_expel_timeout on ${cluster.name}`);
    expect(JSON.stringify(told.json)).not.toContain(administrator.password);
    const entries = await audited("fix.apply");
    expect(entries).toMatchObject([
      { detail: { operationId: operation.id, fix: "expel_timeout", user: "root" } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(administrator.password);
    expect(await carryOut(operation.id, null)).toEqual({
      input: { fix: "expel_timeout", user: "root", basis },
      password: administrator.password,
    });
  });

  it("needs an account: the one that was kept, or one that comes with the order", async () => {
    const without = await ask("", { fix: "expel_timeout" });
    expect([without.status, without.json.code]).toEqual([409, "credentials_missing"]);
    await tested.database.transact(system, (unit) =>
      unit.clusters.setCredential(cluster.id, "administrator", administrator),
    );
    const { id } = operationOf(await ask("", { fix: "expel_timeout" }));
    expect(await carryOut(id, null)).toEqual({ input: { fix: "expel_timeout", user: null }, password: null });
  });

  it("is refused to who only watches, for what is no fix, and beside another change of the cluster", async () => {
    expect((await ask("", body, "viewer")).status).toBe(403);
    expect((await ask("", { ...body, fix: "exit_action" })).status).toBe(422);
    expect((await ask("", { ...body, basis: { value: "0" } })).status).toBe(422);
    const { id } = operationOf(await ask("", body));
    const second = await ask("", body);
    expect([second.status, second.json.code]).toEqual([409, "cluster_busy"]);
    await carryOut(id, null);
    const nowhere = `/clusters/${id}/fixes`;
    expect((await tested.ask("POST", nowhere, { token: tested.people.operator.token, body })).status).toBe(
      404,
    );
  });
});

describe("restoring a fix", () => {
  it("names itself in the audit log, and which fix it takes back", async () => {
    const operationId = await fixed();
    const operation = operationOf(await ask("/restore", { operationId, administrator }));
    expect(operation.kind).toBe("fix.restore");
    expect(await audited("fix.restore")).toMatchObject([
      { detail: { operationId: operation.id, restoresOperationId: operationId } },
    ]);
    const { input } = await carryOut(operation.id, null);
    expect(input).toEqual({ operationId, user: "root" });
  });

  it("is refused for an operation that set nothing, and for a fix of another cluster", async () => {
    const { id: refresh } = operationOf(
      await tested.ask("POST", `/clusters/${cluster.id}/refresh`, { token: tested.people.operator.token }),
    );
    await carryOut(refresh, null);
    const other = await fixed();
    cluster = await addCluster(tested.database, [await addHost(tested.database)]);
    for (const operationId of [refresh, other]) {
      const told = await ask("/restore", { operationId, administrator });
      expect(told.status).toBe(422);
      expect(told.json.errors).toMatchObject([{ path: "/operationId", code: "operation_no_fix" }]);
    }
  });
});
