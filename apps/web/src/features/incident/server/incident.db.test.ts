import { type ClusterRecord, newId } from "@primacy/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConsole, type TestConsole } from "../../../server/testing/open-console";
import { addCluster, addHost, addIncident } from "../../../server/testing/register";

let tested: TestConsole;
let cluster: ClusterRecord;
beforeAll(async () => {
  tested = await openConsole();
  cluster = await addCluster(tested.database, [await addHost(tested.database)]);
});
afterAll(() => tested.close());

test("an incident is told to whoever may look, in the list of its cluster and by itself", async () => {
  const viewer = { token: tested.people.viewer.token };
  const id = await addIncident(tested.database, cluster.id);
  const listed = await tested.ask("GET", `/clusters/${cluster.id}/incidents`, viewer);
  expect(listed.json).toMatchObject({
    items: [{ id, cause: "server_killed", endedAt: null }],
    nextCursor: null,
  });
  const found = await tested.ask("GET", `/incidents/${id}`, viewer);
  expect(found.json).toMatchObject({ id, clusterId: cluster.id });
  expect((await tested.ask("GET", `/incidents/${newId()}`, viewer)).status).toBe(404);
  expect((await tested.ask("GET", `/clusters/${newId()}/incidents`, viewer)).status).toBe(404);
  expect((await tested.ask("GET", `/incidents/${id}`)).status).toBe(401);
});
