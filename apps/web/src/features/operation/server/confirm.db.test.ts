import type { Vip } from "@primacy/contract";
import type { ClusterRecord } from "@primacy/db";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openConsole, type TestConsole } from "../../../server/testing/open-console";
import { addCluster, addHost, addVip } from "../../../server/testing/register";

let tested: TestConsole;
let cluster: ClusterRecord;
let vip: Vip;
beforeAll(async () => {
  tested = await openConsole();
  await tested.announceWorker();
  cluster = await addCluster(tested.database, [await addHost(tested.database)]);
  vip = await addVip(tested.database, cluster.id);
});
afterAll(() => tested.close());

const admin = (): { token: string } => ({ token: tested.people.admin.token });
const here = (): string => `/clusters/${cluster.id}`;
const member = (): string => cluster.members[0]?.id ?? "";

it.each([
  ["changing a VIP", "PATCH", () => `${here()}/vips/${vip.id}`, () => ({ port: 3307 })],
  ["disabling a VIP", "PATCH", () => `${here()}/vips/${vip.id}`, () => ({ enabled: false })],
  ["removing a VIP", "DELETE", () => `${here()}/vips/${vip.id}`, () => ({})],
  [
    "letting go of a VIP",
    "POST",
    () => `${here()}/vips/${vip.id}/release`,
    () => ({ hostId: cluster.members[0]?.hostId }),
  ],
  ["a switchover", "POST", () => `${here()}/switchover`, () => ({ memberId: member() })],
  ["stopping a member", "POST", () => `${here()}/members/${member()}/stop`, () => ({})],
  ["removing a cluster", "DELETE", here, () => ({})],
])("%s needs the cluster's name in the request", async (_, method, path, body) => {
  const ask = (more: object) => tested.ask(method, path(), { ...admin(), body: { ...body(), ...more } });
  const silent = await ask({});
  expect(silent.status).toBe(422);
  expect(silent.json.errors).toMatchObject([{ path: "/confirm", code: "required" }]);
  const wrong = await ask({ confirm: "another cluster" });
  expect(wrong.status).toBe(422);
  expect(wrong.json.errors).toMatchObject([{ path: "/confirm", code: "confirm_mismatch" }]);
  const { items } = await tested.database.operations.list(
    { clusterId: cluster.id },
    { after: null, limit: 10 },
  );
  expect(items.filter((one) => one.state !== "cancelled")).toEqual([]);
  const accepted = await ask({ confirm: cluster.name });
  expect(accepted.status).toBe(202);
  const id = accepted.headers.get("location")?.split("/").at(-1);
  expect((await tested.ask("POST", `/operations/${id}/cancel`, admin())).status).toBe(202);
});

it("tells of a wrong name together with what else is wrong with the request", async () => {
  const change = (body: object) => tested.ask("PATCH", `${here()}/vips/${vip.id}`, { ...admin(), body });
  expect((await change({})).json.errors).toMatchObject([
    { path: "/confirm", code: "required" },
    { path: "", code: "change_empty" },
  ]);
  expect((await change({ confirm: cluster.name })).json.errors).toMatchObject([{ code: "change_empty" }]);
  const hostId = "0198f3f0-6d1e-7c3a-9f0e-3b7a5f1c2d4e";
  expect((await change({ nics: { [hostId]: "eth0" }, confirm: "x" })).json.errors).toMatchObject([
    { path: "/confirm", code: "confirm_mismatch" },
    { path: `/nics/${hostId}`, code: "host_not_of_cluster" },
  ]);
  const told = await tested.ask("POST", `${here()}/switchover`, {
    ...admin(),
    body: { memberId: hostId, confirm: "x" },
  });
  expect(told.json).toMatchObject({
    code: "not_found",
    errors: [{ path: "/memberId" }, { path: "/confirm", code: "confirm_mismatch" }],
  });
});
