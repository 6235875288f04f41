import { Accepted, isRefusal, type ProblemDetail } from "@primacy/contract";
import { type ClusterRecord, newId, systemActor } from "@primacy/db";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openConsole, type TestConsole, type Told } from "../../../server/testing/open-console";
import { addCluster, addHost, addProxy, addVip } from "../../../server/testing/register";

let tested: TestConsole;
let cluster: ClusterRecord;
beforeAll(async () => {
  tested = await openConsole();
  await tested.announceWorker();
  const { database } = tested;
  const host = await addHost(database);
  cluster = await addCluster(database, [host]);
  await addVip(database, cluster.id);
  await addProxy(database, cluster.id);
  const stored = await database.transact(systemActor("test"), (unit) =>
    unit.migrations.create({
      id: newId(),
      clusterId: cluster.id,
      address: "10.77.0.100",
      port: 3306,
      hosts: [{ hostId: host.id, name: host.name, sha256: "a".repeat(64), isRunning: true }],
      gap: { gapMs: 900, errorMs: 105, everyMs: 50, writes: 120, failed: 14 },
    }),
  );
  if (isRefusal(stored)) throw new Error(stored.message.text);
});
afterAll(() => tested.close());

const started: string[] = [];
afterEach(async () => {
  for (const id of started.splice(0)) await ask("POST", `/operations/${id}/cancel`);
});

function ask(
  method: string,
  path: string,
  body?: object,
  as: "operator" | "viewer" = "operator",
): Promise<Told> {
  return tested.ask(method, path, {
    token: tested.people[as].token,
    ...(body === undefined ? {} : { body }),
  });
}

async function order(path: string, migration: object, confirm?: string): Promise<Told> {
  const body = confirm === undefined ? { migration } : { migration, confirm };
  const told = await ask("POST", `/clusters/${cluster.id}/migrations${path}`, body);
  if (told.status === 202) started.push(Accepted.parse(told.json).operation.id);
  return told;
}

const reasonsOf = ({ json }: Told) => {
  const errors: ProblemDetail[] = Array.isArray(json.errors) ? json.errors : [];
  return errors.map(({ path, code }) => [path, code]);
};

it("whoever may look sees which address was migrated and how long no write came through, and no hash", async () => {
  const told = await ask("GET", `/clusters/${cluster.id}/migrations`, undefined, "viewer");
  expect(told).toMatchObject({
    status: 200,
    json: { items: [{ address: "10.77.0.100", gap: { gapMs: 900, errorMs: 105 } }] },
  });
  expect(JSON.stringify(told.json)).not.toContain("sha256");
});

it("a migration is ordered by the cluster's name, with the server's usual port, and named by its address", async () => {
  const told = await order("", { to: "vip", address: "10.77.0.50" }, cluster.name);
  expect(told.status).toBe(202);
  const { operation } = Accepted.parse(told.json);
  expect(operation).toMatchObject({ kind: "migration.run" });
  expect(operation.title.text).toBe(`Migrate 10.77.0.50 of ${cluster.name}`);
  const refused = await order("", { to: "vip", address: "10.77.0.50" }, "another");
  expect(reasonsOf(refused)).toEqual([["/confirm", "confirm_mismatch"]]);
});

it("an address that is a VIP already, or a proxy's, is refused with the reason", async () => {
  const [vip, proxy] = [
    await order("/check", { to: "vip", address: "10.77.0.100" }),
    await order("/check", { to: "vip", address: "10.77.0.110" }),
  ];
  expect(reasonsOf(vip)).toEqual([["/migration/address", "proxy_address_vip"]]);
  expect(reasonsOf(proxy)).toEqual([["/migration/address", "migration_of_proxy"]]);
});

it("only an address that came from Keepalived goes back, and to the cluster that it came from", async () => {
  expect((await order("/check", { to: "keepalived", address: "10.77.0.51" })).status).toBe(404);
  const other = await addCluster(tested.database);
  const migration = { to: "keepalived", address: "10.77.0.100" };
  const elsewhere = await ask("POST", `/clusters/${other.id}/migrations`, { migration, confirm: other.name });
  expect(elsewhere.status).toBe(404);
  expect((await order("", migration, cluster.name)).status).toBe(202);
});

it("a viewer orders nothing", async () => {
  const migration = { to: "vip", address: "10.77.0.50" };
  const told = await ask("POST", `/clusters/${cluster.id}/migrations/check`, { migration }, "viewer");
  expect(told.status).toBe(403);
});
