import { Accepted, isRefusal, message, type VariablesReading } from "@primacy/contract";
import { systemActor } from "@primacy/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConsole, type TestConsole } from "../../../server/testing/open-console";
import { addCluster } from "../../../server/testing/register";

let tested: TestConsole;
beforeAll(async () => {
  tested = await openConsole();
  await tested.announceWorker();
});
afterAll(() => tested.close());

const readAt = "2026-11-28T22:00:00.000Z";
const reading: VariablesReading = {
  readAt,
  members: [],
  groups: [
    { group: "durability", rows: [{ name: "sync_binlog", nature: "equal", differs: false, cells: [] }] },
  ],
};
const ask = (method: string, path: string) => tested.ask(method, path, { token: tested.people.viewer.token });

/** Ends a reading of the cluster as a worker would. */
async function endReading(clusterId: string, result: Readonly<Record<string, unknown>>): Promise<void> {
  const system = systemActor("test");
  await tested.database.transact(system, async (unit) => {
    const kind = "variables.read" as const;
    const asked = await unit.operations.enqueue({
      kind,
      clusterId,
      title: message("step.waiting"),
      input: {},
    });
    if (isRefusal(asked)) throw new Error(asked.message.text);
  });
  const [claimed] = await tested.database.transact(system, (unit) =>
    unit.work.claim({ owner: "test", leaseSeconds: 60, limit: 1 }),
  );
  if (claimed === undefined) throw new Error("there is nothing to do");
  await tested.database.transact(system, (unit) =>
    unit.work.finish(claimed.lease, { state: "succeeded", result }),
  );
}

test("a viewer has the variables read, and gets the last reading of that cluster alone", async () => {
  const [cluster, other] = [await addCluster(tested.database), await addCluster(tested.database)];
  const path = `/clusters/${cluster.id}/variables`;
  expect(await ask("GET", path)).toMatchObject({ status: 200, json: { reading: null } });
  await endReading(cluster.id, { ...reading, readAt: "2026-11-28T21:00:00.000Z" });
  await endReading(cluster.id, { ...reading });
  expect((await ask("GET", path)).json).toEqual({ reading });
  expect((await ask("GET", `/clusters/${other.id}/variables`)).json).toEqual({ reading: null });
  const started = await ask("POST", `${path}/read`);
  expect(started.status).toBe(202);
  expect(Accepted.parse(started.json).operation).toMatchObject({
    kind: "variables.read",
    title: { text: `Read the variables of ${cluster.name}` },
  });
  // The one that has not ended yet has nothing to show.
  expect((await ask("GET", path)).json).toEqual({ reading });
});

test("a reading of another form is none, and there is none of a cluster that is not there", async () => {
  const cluster = await addCluster(tested.database);
  await endReading(cluster.id, { another: "form" });
  expect((await ask("GET", `/clusters/${cluster.id}/variables`)).json).toEqual({ reading: null });
  expect((await ask("GET", "/clusters/0198f3f0-6d1e-7c3a-9f0e-000000000001/variables")).status).toBe(404);
});
