import { type Host, lookingKinds, type Operation, type StoredVipChange } from "@primacy/contract";
import { type ClusterRecord, systemActor } from "@primacy/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openConsole, type TestConsole, type Told } from "../../../server/testing/open-console";
import { readStream } from "../../../server/testing/read-stream";
import { addCluster, addHost, addVip } from "../../../server/testing/register";

let tested: TestConsole;
let host: Host;
let cluster: ClusterRecord;
beforeAll(async () => {
  tested = await openConsole();
  host = await addHost(tested.database);
  cluster = await addCluster(tested.database, [await addHost(tested.database)]);
});
afterAll(() => tested.close());

const admin = (): { token: string } => ({ token: tested.people.admin.token });
const seed = { address: "10.77.0.11", port: 3306, user: "root", password: "very secret indeed" };

function operationOf({ json }: Told): Operation {
  const { operation } = json;
  if (typeof operation !== "object" || operation === null) throw new Error(JSON.stringify(json));
  return JSON.parse(JSON.stringify(operation));
}

/** Ends an operation as it would be cancelled by somebody. */
async function cancel(id: string): Promise<void> {
  expect((await tested.ask("POST", `/operations/${id}/cancel`, admin())).status).toBe(202);
}

it("is refused while no worker runs, and nothing is left of it", async () => {
  const told = await tested.ask("POST", `/hosts/${host.id}/test`, admin());
  expect([told.status, told.json.code]).toEqual([503, "worker_absent"]);
  expect((await tested.ask("GET", "/operations?effect=all", admin())).json.items).toEqual([]);
});

describe("with a worker", () => {
  beforeAll(() => tested.announceWorker());

  it("answers 202 with the operation and where it is", async () => {
    const told = await tested.ask("POST", `/hosts/${host.id}/test`, admin());
    const operation = operationOf(told);
    expect(told.status).toBe(202);
    expect(told.headers.get("location")).toBe(`/api/v1/operations/${operation.id}`);
    expect(operation).toMatchObject({
      kind: "host.test",
      state: "queued",
      hostName: host.name,
      requestedBy: "token of the admin",
    });
    expect(operation.title.text).toBe(`Test the connection to ${host.name}`);
    await cancel(operation.id);
  });

  it("keeps the password of a discovery encrypted, out of every answer, and only as long as the operation lasts", async () => {
    const told = await tested.ask("POST", "/clusters/discover", { ...admin(), body: seed });
    const operation = operationOf(told);
    expect(JSON.stringify(told.json)).not.toContain(seed.password);
    const rows = await tested.database.operations.get(operation.id);
    expect(JSON.stringify(rows)).not.toContain(seed.password);
    await cancel(operation.id);
    const { items } = await tested.database.audit.list({}, { after: null, limit: 200 });
    expect(JSON.stringify(items)).not.toContain(seed.password);
  });

  it("writes an audit entry for what changes and none for what only looks", async () => {
    const count = async (action: string): Promise<number> =>
      (await tested.database.audit.list({ action }, { after: null, limit: 200 })).items.length;
    const looking = operationOf(await tested.ask("POST", "/clusters/discover", { ...admin(), body: seed }));
    expect(lookingKinds).toContain(looking.kind);
    expect(await count("cluster.discover")).toBe(0);
    const changing = operationOf(await tested.ask("POST", `/hosts/${host.id}/agent`, admin()));
    expect(await count("agent.install")).toBe(1);
    await cancel(looking.id);
    await cancel(changing.id);
  });

  it("lets one operation at a time change a cluster, and names the other", async () => {
    const first = operationOf(await tested.ask("POST", `/clusters/${cluster.id}/refresh`, admin()));
    const body = { address: "10.77.0.100", prefixLength: 24 };
    const told = await tested.ask("POST", `/clusters/${cluster.id}/vips`, { ...admin(), body });
    expect([told.status, told.json.code]).toEqual([409, "cluster_busy"]);
    expect(told.json.title).toContain("cluster.refresh");
    expect(
      (await tested.database.audit.list({ action: "vip.apply" }, { after: null, limit: 1 })).items,
    ).toEqual([]);
    await cancel(first.id);
    const second = await tested.ask("POST", `/clusters/${cluster.id}/vips`, { ...admin(), body });
    expect(second.status).toBe(202);
    await cancel(operationOf(second).id);
  });

  it("starts one of two that two people ask for at once, and tells the other who was first with what", async () => {
    const body = { address: "10.77.0.100", prefixLength: 24 };
    const { operator, admin: administrator } = tested.people;
    for (let round = 0; round < 4; round += 1) {
      const told = await Promise.all(
        [operator, administrator].map(async ({ cookie, user }) => ({
          ...(await tested.ask("POST", `/clusters/${cluster.id}/vips`, { cookie, body })),
          name: user.name,
        })),
      );
      const [first, second] = [...told].sort((a, b) => a.status - b.status);
      expect([first?.status, second?.status]).toEqual([202, 409]);
      if (first === undefined || second === undefined) throw new Error("two asked");
      expect(second.json).toMatchObject({
        code: "cluster_busy",
        message: { params: { operation: "vip.apply", actor: first.name } },
      });
      expect(second.json.title).toContain(`vip.apply, started by ${first.name}`);
      const operation = operationOf(first);
      expect(operation).toMatchObject({ state: "queued", requestedBy: first.name });
      const { items } = await tested.database.operations.list(
        { clusterId: cluster.id, kind: "vip.apply", state: "queued" },
        { after: null, limit: 10 },
      );
      expect(items.map((one) => one.id)).toEqual([operation.id]);
      await cancel(operation.id);
    }
  });

  it("is waited for: the answer comes when it ends, or when the time is over", async () => {
    const { id } = operationOf(await tested.ask("POST", `/hosts/${host.id}/test`, admin()));
    const startedMs = performance.now();
    const early = await tested.ask("GET", `/operations/${id}?wait=1`, admin());
    expect(early.json.state).toBe("queued");
    expect(performance.now() - startedMs).toBeGreaterThan(900);
    const waiting = tested.ask("GET", `/operations/${id}?wait=30`, admin());
    await cancel(id);
    expect((await waiting).json.state).toBe("cancelled");
    const again = await tested.ask("POST", `/operations/${id}/cancel`, admin());
    expect([again.status, again.json.code]).toEqual([409, "operation_finished"]);
  });

  it("shows on the console's stream as it changes, and what runs is told at the start", async () => {
    const { id } = operationOf(await tested.ask("POST", `/hosts/${host.id}/test`, admin()));
    const open = async () => readStream(await tested.send("GET", "/stream", admin()));
    const stream = await open();
    const at = (state: string) => (frame: { data: unknown }) =>
      JSON.stringify(frame.data).includes(id) && JSON.stringify(frame.data).includes(`"state":"${state}"`);
    await stream.find(at("queued"));
    await cancel(id);
    await stream.find(at("cancelled"));
    await stream.cancel();
    const clusters = await open();
    const frame = await clusters.find(({ data }) => data.kind === "cluster" && data.clusterId === cluster.id);
    expect(frame.data.tone).toBe("unknown");
    await clusters.cancel();
  });

  it("pages through operations without leaving one out", async () => {
    const ids: unknown[] = [];
    let cursor: unknown = null;
    do {
      const query = typeof cursor === "string" ? `&cursor=${cursor}` : "";
      const { json } = await tested.ask("GET", `/operations?limit=2${query}`, admin());
      ids.push(...(Array.isArray(json.items) ? json.items.map((one) => one.id) : []));
      cursor = json.nextCursor;
    } while (typeof cursor === "string");
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(4);
    expect((await tested.ask("GET", "/operations?cursor=made-up", admin())).status).toBe(422);
  });

  it("lists what changes something, and what only looks where an effect or its kind is asked for", async () => {
    const looking = operationOf(await tested.ask("POST", `/hosts/${host.id}/test`, admin()));
    const changing = operationOf(await tested.ask("POST", `/clusters/${cluster.id}/refresh`, admin()));
    const listed = async (query: string): Promise<readonly boolean[]> => {
      const { json } = await tested.ask("GET", `/operations?limit=200${query}`, admin());
      const ids = Array.isArray(json.items) ? json.items.map((one) => one.id) : [];
      return [ids.includes(changing.id), ids.includes(looking.id)];
    };
    expect(await listed("")).toEqual([true, false]);
    expect(await listed(`&hostId=${host.id}`)).toEqual([false, false]);
    expect(await listed("&effect=changing")).toEqual([true, false]);
    expect(await listed("&effect=looking")).toEqual([false, true]);
    expect(await listed("&effect=all")).toEqual([true, true]);
    expect(await listed("&kind=host.test")).toEqual([false, true]);
    expect(await listed("&kind=host.test&effect=changing")).toEqual([false, false]);
    const refused = await tested.ask("GET", "/operations?effect=both", admin());
    expect([refused.status, refused.json.errors]).toMatchObject([
      422,
      [{ path: "/effect", code: "not_one_of" }],
    ]);
    await cancel(looking.id);
    await cancel(changing.id);
  });

  it("is told of by a session and by a token alike", async () => {
    const { cookie } = tested.people.operator;
    const told = await tested.ask("POST", `/hosts/${host.id}/test`, { cookie });
    expect(operationOf(told).requestedBy).toBe("the operator");
    await cancel(operationOf(told).id);
  });

  it("refuses a VIP that what is stored already forbids", async () => {
    const apply = (body: object) => tested.ask("POST", `/clusters/${cluster.id}/vips`, { ...admin(), body });
    const wanted = { address: "10.77.0.100", prefixLength: 24 };
    const reads = { provider: "greatdb_ha", kind: "read" };
    expect((await apply({ ...wanted, ...reads })).json.code).toBe("provider_not_available");
    const nics = { [host.id]: "eth0" };
    expect((await apply({ ...wanted, nics })).json.errors).toMatchObject([
      { path: `/nics/${host.id}`, code: "host_not_of_cluster" },
    ]);
    expect((await apply({ ...wanted, nics, ...reads })).json).toMatchObject({
      code: "provider_not_available",
      errors: [{ path: "/kind" }, { path: `/nics/${host.id}` }],
    });
    const vip = await addVip(tested.database, cluster.id);
    expect((await apply(wanted)).json.errors).toMatchObject([{ path: "/address", code: "already_exists" }]);
    expect((await apply({ ...wanted, address: "FD00:0::100", prefixLength: 33, nics })).json.errors).toEqual([
      expect.objectContaining({ path: `/nics/${host.id}` }),
    ]);
    expect((await apply({ ...wanted, address: "fe80::100%eth0" })).json.errors).toMatchObject([
      { path: "/address", code: "address_zone" },
    ]);
    const check = (body: object) =>
      tested.ask("POST", `/clusters/${cluster.id}/vips/check`, { ...admin(), body: { ...wanted, ...body } });
    expect((await check({})).status).toBe(422);
    expect((await check({ vipId: cluster.id })).json.code).toBe("not_found");
    const change = await check({ vipId: vip.id, port: 3307 });
    expect(change.status).toBe(202);
    await cancel(operationOf(change).id);
    const at = `/clusters/${cluster.id}/vips/${vip.id}`;
    const pause = (confirm: string) => tested.ask("POST", `${at}/pause`, { ...admin(), body: { confirm } });
    const resume = (body: object) => tested.ask("POST", `${at}/resume`, { ...admin(), body });
    expect((await pause("wrong")).json.errors).toMatchObject([
      { path: "/confirm", code: "confirm_mismatch" },
    ]);
    expect((await resume({})).json.code).toBe("vip_not_paused");
    const pausing = await pause(cluster.name);
    expect(operationOf(pausing).kind).toBe("vip.pause");
    await cancel(operationOf(pausing).id);
    const paused = { hostId: null, since: "2026-11-22T05:00:00.000Z" };
    const store = (change: StoredVipChange) =>
      tested.database.transact(systemActor("test"), (unit) => unit.vips.change(vip.id, null, change));
    await store({ paused });
    expect((await pause(cluster.name)).json.code).toBe("vip_paused");
    const order = { port: 3307, confirm: cluster.name };
    expect((await tested.ask("PATCH", at, { ...admin(), body: order })).json.code).toBe("vip_paused");
    const listed = await tested.ask("GET", `/clusters/${cluster.id}/vips`, admin());
    expect(listed.json.items).toMatchObject([{ id: vip.id, paused }]);
    const resuming = await resume({});
    expect(operationOf(resuming).kind).toBe("vip.unpause");
    await cancel(operationOf(resuming).id);
    await store({ paused: null });
    const remove = (confirm: string) =>
      tested.ask("DELETE", `/clusters/${cluster.id}/vips/${vip.id}`, { ...admin(), body: { confirm } });
    expect((await remove("wrong")).json.errors).toMatchObject([
      { path: "/confirm", code: "confirm_mismatch" },
    ]);
    const accepted = await remove(cluster.name);
    expect(accepted.status).toBe(202);
    await cancel(operationOf(accepted).id);
  });
});
