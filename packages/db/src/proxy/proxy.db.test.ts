import { isRefusal, type ProxyDraft } from "@primacy/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { ClusterRecord } from "../cluster/cluster-row";
import { newId } from "../connection/new-id";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { alice, createCluster, createHost, must } from "../testing/samples";
import type { UnitOfWork } from "../unit-of-work/unit-of-work";

let opened: TestDatabase;
let cluster: ClusterRecord;
beforeAll(async () => {
  opened = await openTestDatabase();
  cluster = await createCluster(opened.database, [await createHost(opened.database)]);
});
afterAll(() => opened.close());

const store = <T>(act: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  opened.database.transact(systemActor("test"), act);

function draft(changes: Partial<Extract<ProxyDraft, { kind: "haproxy" }>> = {}): ProxyDraft {
  return {
    id: newId(),
    clusterId: cluster.id,
    kind: "haproxy",
    hosts: [
      { hostId: newId(), name: "px1", address: "10.0.0.31" },
      { hostId: newId(), name: "px2", address: "10.0.0.32" },
    ],
    address: "10.0.0.110",
    prefixLength: 24,
    ports: { write: 3307, read: 3308, split: null },
    virtualRouterId: 60,
    checkPort: 7434,
    ...changes,
  };
}

test("a proxy of each kind is stored as it was set up, once, and is forgotten once", async () => {
  const haproxy = draft();
  const router: ProxyDraft = {
    id: newId(),
    clusterId: cluster.id,
    kind: "router",
    hosts: [{ hostId: newId(), name: "px1", address: "10.0.0.31" }],
    address: null,
    ports: { write: 6446, read: 6447, split: null },
  };
  for (const one of [haproxy, router, haproxy]) {
    const { createdAt, ...stored } = must(await store((unit) => unit.proxies.create(one)));
    expect(stored).toEqual(one);
    expect(Date.parse(createdAt)).not.toBeNaN();
  }
  const { proxies } = opened.database;
  const listed = await proxies.listByCluster(cluster.id);
  expect(listed.map(({ id }) => id).sort()).toEqual([haproxy.id, router.id].sort());
  for (const one of [haproxy, router]) expect(await proxies.find(one.id)).not.toHaveProperty("timings");
  await store((unit) => unit.proxies.setTimings(router.id, { routerTtlSeconds: 0.5 }));
  expect(await proxies.find(router.id)).toMatchObject({ ...router, timings: { routerTtlSeconds: 0.5 } });
  expect(await proxies.findByAddress("10.0.0.110")).toMatchObject({ id: haproxy.id });
  await store((unit) => unit.proxies.remove(router.id));
  await store((unit) => unit.proxies.remove(router.id));
  expect(await proxies.find(router.id)).toBeNull();
});

test("an address or a VRRP group that another proxy has is refused, each by its field", async () => {
  const refused = await store((unit) => unit.proxies.create(draft()));
  if (!isRefusal(refused)) throw new Error("it was stored");
  expect(refused.code).toBe("already_exists");
  expect(refused.errors.map(({ path }) => path)).toEqual(["/proxy/address", "/proxy/virtualRouterId"]);
  const other = draft({ address: "10.0.0.111", virtualRouterId: 61 });
  must(await store((unit) => unit.proxies.create(other)));
  expect(await opened.database.proxies.listVirtualRouterIds()).toEqual([60, 61]);
  await store((unit) => unit.proxies.remove(other.id));
});

test("what a removal needs is kept beside it, and told with nothing else", async () => {
  const [proxy] = await opened.database.proxies.listByCluster(cluster.id);
  const id = proxy?.id ?? "";
  expect(await opened.database.proxies.getRestore(id)).toEqual({});
  await store((unit) => unit.proxies.setRestore(id, { files: [{ path: "/etc/haproxy/haproxy.cfg" }] }));
  expect(await opened.database.proxies.getRestore(id)).toEqual({
    files: [{ path: "/etc/haproxy/haproxy.cfg" }],
  });
  expect(await opened.database.proxies.find(id)).toEqual(proxy);
  await expect(store((unit) => unit.proxies.setRestore(newId(), {}))).rejects.toMatchObject({
    code: "not_found",
  });
});

test("who stopped a proxy is kept with what else is known of it, until nobody has any more", async () => {
  const { proxies } = opened.database;
  const [proxy] = await proxies.listByCluster(cluster.id);
  const id = proxy?.id ?? "";
  const stopped = { by: "alice", at: "2026-11-29T20:00:00.000Z" };
  await store((unit) => unit.proxies.setStopped(id, stopped));
  await store((unit) => unit.proxies.setTimings(id, { haproxyFall: 3 }));
  expect(await proxies.find(id)).toEqual({ ...proxy, stopped, timings: { haproxyFall: 3 } });
  for (const _ of [1, 2]) await store((unit) => unit.proxies.setStopped(id, null));
  expect(await proxies.find(id)).toEqual({ ...proxy, timings: { haproxyFall: 3 } });
  await expect(store((unit) => unit.proxies.setStopped(newId(), null))).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a host of a proxy is not removed, and one of none is", async () => {
  const [host, other] = [await createHost(opened.database), await createHost(opened.database)];
  const hosts = [{ hostId: host.id, name: host.name, address: "10.0.0.31" }];
  const changes = { hosts, address: "10.0.0.112", virtualRouterId: 62 };
  const { id } = must(await store((unit) => unit.proxies.create(draft(changes))));
  const remove = (hostId: string) => store((unit) => unit.hosts.remove(hostId));
  expect(await remove(host.id)).toMatchObject({ code: "in_use", message: { params: { what: "haproxy" } } });
  expect(await remove(other.id)).toBeNull();
  await store((unit) => unit.proxies.remove(id));
  expect(await remove(host.id)).toBeNull();
});

test("a cluster with a proxy is not removed: nobody would know of its services any more", async () => {
  const refused = await opened.database.transact(alice, (unit) => unit.clusters.remove(cluster.id));
  expect(refused).toMatchObject({ code: "in_use" });
});
