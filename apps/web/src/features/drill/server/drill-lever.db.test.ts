import { message } from "@primacy/contract";
import { systemActor } from "@primacy/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConsole, type TestConsole } from "../../../server/testing/open-console";
import { addCluster, addHost } from "../../../server/testing/register";

let tested: TestConsole;
let clusterId: string;
beforeAll(async () => {
  tested = await openConsole();
  await tested.announceWorker();
  const cluster = await addCluster(tested.database, [await addHost(tested.database)]);
  clusterId = cluster.id;
});
afterAll(() => tested.close());

const path = "/drill-lever";
const as = (role: "viewer" | "operator" | "admin") => ({ token: tested.people[role].token });

async function orderDrill(): Promise<string> {
  const operation = await tested.database.transact(systemActor("test"), (unit) =>
    unit.operations.enqueue({ kind: "drill", clusterId, title: message("step.waiting"), input: {} }),
  );
  return "id" in operation ? operation.id : "";
}

test("an operator stops every drill and forbids new ones; an administrator releases it; both are kept with who, when and why", async () => {
  expect((await tested.ask("GET", path, as("viewer"))).json).toEqual({ held: null, running: [] });
  const id = await orderDrill();
  const before = await tested.ask("GET", path, as("viewer"));
  expect(before.json.running).toMatchObject([
    { id, clusterId, fault: null, faultAt: null, isHealing: false },
  ]);

  expect((await tested.ask("PUT", path, { ...as("viewer"), body: { isHeld: true } })).status).toBe(403);
  const body = { isHeld: true, reason: " the shop opens " };
  const held = await tested.ask("PUT", path, { ...as("operator"), body });
  expect(held.status).toBe(200);
  expect(held.json).toMatchObject({
    held: { by: "token of the operator", reason: "the shop opens" },
    running: [],
  });
  expect((await tested.database.operations.get(id)).state).toBe("cancelled");

  const released = { isHeld: false };
  const refused = await tested.ask("PUT", path, { ...as("operator"), body: released });
  expect([refused.status, refused.json.code]).toEqual([403, "forbidden"]);
  const free = await tested.ask("PUT", path, { ...as("admin"), body: released });
  expect(free.json.held).toBeNull();

  const { items } = await tested.database.audit.list({}, { after: null, limit: 9 });
  const told = items.filter(({ action }) => action.startsWith("drill_lever."));
  expect(told.map(({ action, actorName, detail }) => ({ action, actorName, detail }))).toEqual([
    { action: "drill_lever.release", actorName: "token of the admin", detail: { reason: null, stopped: [] } },
    {
      action: "drill_lever.hold",
      actorName: "token of the operator",
      detail: { reason: "the shop opens", stopped: [id] },
    },
  ]);
});

test("who pulls a lever that is held stops what has begun meanwhile, and the first stays its holder", async () => {
  await tested.ask("PUT", path, { ...as("operator"), body: { isHeld: true, reason: "first" } });
  const id = await orderDrill();
  const again = await tested.ask("PUT", path, { ...as("admin"), body: { isHeld: true, reason: "second" } });
  expect(again.json).toMatchObject({ held: { by: "token of the operator", reason: "first" }, running: [] });
  expect((await tested.database.operations.get(id)).state).toBe("cancelled");
  const long = await tested.ask("PUT", path, {
    ...as("admin"),
    body: { isHeld: true, reason: "x".repeat(201) },
  });
  expect(long.status).toBe(422);
});
