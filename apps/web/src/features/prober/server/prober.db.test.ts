import { type ClusterRecord, newId } from "@primacy/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConsole, type TestConsole, type Told } from "../../../server/testing/open-console";
import { addCluster, addHost, addVip } from "../../../server/testing/register";

let tested: TestConsole;
let cluster: ClusterRecord;
let address = "";
beforeAll(async () => {
  tested = await openConsole();
  await tested.announceWorker();
  const { database } = tested;
  cluster = await addCluster(database, [await addHost(database), await addHost(database)]);
  address = (await addVip(database, cluster.id)).address;
});
afterAll(() => tested.close());

function ask(method: string, body?: object, as: "operator" | "viewer" = "operator"): Promise<Told> {
  const token = tested.people[as].token;
  return tested.ask(method, `/clusters/${cluster.id}/probers`, { token, ...(body && { body }) });
}

test("an operator switches the prober of a write endpoint on and off, which is kept with who did it; a viewer only reads", async () => {
  const body = { address, port: 3306, isOn: true };
  expect((await ask("POST", body, "viewer")).status).toBe(403);
  expect((await ask("GET", undefined, "viewer")).json).toEqual({ items: [] });
  const on = await ask("POST", body);
  expect(on.status).toBe(200);
  expect((await ask("GET")).json.items).toMatchObject([
    { id: on.json.id, address, port: 3306, way: "write_vip", lane: "write", isOn: true, outages: [] },
  ]);
  expect((await ask("POST", { ...body, isOn: false })).json).toEqual(on.json);
  expect((await ask("GET")).json.items).toMatchObject([{ isOn: false }]);
  const { items } = await tested.database.audit.list({}, { after: null, limit: 9 });
  const actions = items.map(({ action }) => action).filter((action) => action.startsWith("prober."));
  expect(actions).toEqual(["prober.off", "prober.on"]);
});

test("at a member's own address it only reads, and an address of nobody has none", async () => {
  const member = cluster.members[0];
  const own = { address: member?.address, port: member?.port };
  expect((await ask("POST", { ...own, isOn: true })).status).toBe(200);
  expect((await ask("GET")).json.items).toContainEqual(
    expect.objectContaining({ ...own, way: "direct", lane: "read", isOn: true }),
  );
  const told = await ask("POST", { address: "10.77.0.9", port: 3306, isOn: true });
  expect([told.status, told.json.code]).toEqual([404, "not_found"]);
  expect(
    (await tested.ask("GET", `/clusters/${newId()}/probers`, { token: tested.people.viewer.token })).status,
  ).toBe(404);
});
