import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AgentDocument } from "@primacy/contract/agent";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OperatorLink } from "../host-operator/operator-link";
import { silentLog } from "../log/log";
import { type Layout, planLayout } from "../store/layout";
import { planTestDocument } from "../testing/test-document";
import { createTestPart } from "../testing/test-part";
import { ClusterServices } from "./cluster-services";

const one = planTestDocument({ peers: [] });
const other: AgentDocument = { ...one, clusterId: randomUUID(), clusterName: "other", epoch: 9, vips: [] };
const nobodys = randomUUID();

let folder: string;
let layout: Layout;
const running: ClusterServices[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "cluster-services-"));
  layout = planLayout(folder, folder, folder);
  mkdirSync(layout.agentFolder);
});
afterEach(async () => {
  await stopAll();
  rmSync(folder, { recursive: true });
});

async function stopAll(): Promise<void> {
  for (const services of running.splice(0)) await services.stop();
}

async function start(taken: ReadonlySet<string> = new Set()): Promise<ClusterServices> {
  const services: ClusterServices = new ClusterServices(
    layout,
    new OperatorLink(layout),
    (own, clusterId) =>
      createTestPart(own, one, { clusterId, taken, onForgotten: (forgotten) => services.end(forgotten) }),
    silentLog,
  );
  running.push(services);
  expect(await services.restore()).toBe(true);
  return services;
}

const put = async (services: ClusterServices, document: AgentDocument): Promise<void> => {
  const api = await services.get(document.clusterId, true);
  await api.putCredential({ user: "primacy_agent", password: document.clusterName });
  await api.putDocument(document);
};
const foldersOf = (): string[] => {
  const all = path.join(layout.agentFolder, "clusters");
  return existsSync(all) ? readdirSync(all) : [];
};
const epochsOf = (services: ClusterServices): unknown[] =>
  services.statuses().map(({ clusterId, epoch }) => [clusterId, epoch]);

test("each cluster has a part of its own, the first one where an agent of one cluster has its files", async () => {
  const services = await start();
  await put(services, one);
  await put(services, other);
  expect(epochsOf(services)).toEqual([
    [one.clusterId, one.epoch],
    [other.clusterId, 9],
  ]);
  expect(existsSync(layout.documentFile)).toBe(true);
  expect(foldersOf()).toEqual([other.clusterId]);
  expect((await services.get(other.clusterId, false)).hello()).toMatchObject({ epoch: 9 });
  // Who knows of no other cluster means the first.
  expect((await services.get(null, false)).hello()).toMatchObject({ clusterId: one.clusterId });

  await stopAll();
  expect(epochsOf(await start()), "over a restart").toEqual([
    [one.clusterId, one.epoch],
    [other.clusterId, 9],
  ]);
});

test("of a cluster that the host is not in there is nothing, and asking for it leaves nothing", async () => {
  const services = await start();
  expect((await services.get(nobodys, false)).hello()).toMatchObject({ clusterId: null });
  await put(services, one);
  for (const _ of [1, 2]) {
    const api = await services.get(nobodys, false);
    expect(api.hello()).toMatchObject({ clusterId: null, epoch: null });
    expect(api.status().vips).toEqual([]);
  }
  expect(services.find(nobodys)).toBeNull();
  expect(services.list()).toHaveLength(1);
  expect(foldersOf()).toEqual([]);
});

test("two clusters that are told at once have a part each", async () => {
  const services = await start();
  await Promise.all([put(services, one), put(services, other)]);
  expect(services.list()).toHaveLength(2);
  const known = new Map(services.list().map((service) => [service.clusterId, service.epoch()]));
  expect(known).toEqual(
    new Map([
      [one.clusterId, one.epoch],
      [other.clusterId, 9],
    ]),
  );
});

test("what is told of one cluster is refused by the part of another", async () => {
  const services = await start();
  await put(services, one);
  const api = await services.get(one.clusterId, true);
  await expect(api.putDocument(other)).rejects.toMatchObject({ code: "wrong_cluster" });
  const further = await services.get(other.clusterId, true);
  await expect(further.putDocument({ ...one, epoch: one.epoch + 1 })).rejects.toMatchObject({
    code: "wrong_cluster",
  });
});

test("a cluster is forgotten alone, and the first part is free for the next one", async () => {
  const services = await start();
  await put(services, one);
  await put(services, other);
  await (await services.get(other.clusterId, true)).forget({ clusterId: other.clusterId, epoch: 9 });
  expect(epochsOf(services)).toEqual([[one.clusterId, one.epoch]]);
  expect(foldersOf()).toEqual([]);
  await put(services, other);
  await (await services.get(one.clusterId, true)).forget({ clusterId: one.clusterId, epoch: one.epoch });
  expect(existsSync(layout.documentFile)).toBe(false);
  expect((await services.get(null, false)).hello(), "what is left").toMatchObject({ epoch: 9 });
  const third = { ...other, clusterId: randomUUID(), epoch: 2 };
  await put(services, third);
  expect(epochsOf(services)).toEqual([
    [third.clusterId, 2],
    [other.clusterId, 9],
  ]);
});

test("what another version kept stays its cluster's, until that is told again", async () => {
  writeFileSync(layout.documentFile, JSON.stringify({ ...one, protocol: 99 }), { mode: 0o600 });
  const services = await start();
  await put(services, other);
  expect(foldersOf()).toEqual([other.clusterId]);
  await put(services, one);
  expect(epochsOf(services)).toEqual([
    [one.clusterId, one.epoch],
    [other.clusterId, 9],
  ]);
});

test("who follows a cluster before it has a part is sent to the part that it gets", async () => {
  const services = await start();
  const heard: (string | null)[] = [];
  let ends = 0;
  const follow = async (clusterId: string): Promise<void> => {
    const api = await services.get(clusterId, false);
    api.followStatus(
      (status) => heard.push(status.clusterId),
      () => {
        ends += 1;
      },
    );
  };
  await follow(one.clusterId);
  await follow(other.clusterId);
  await put(services, one);
  expect(ends, "both were told by the first part").toBe(2);
  await follow(other.clusterId);
  await put(services, other);
  expect(ends, "and the second by the blank one").toBe(3);
  heard.length = 0;
  await follow(other.clusterId);
  expect(heard).toEqual([other.clusterId]);
});

test("one that names no cluster is told of nothing where there are several", async () => {
  const services = await start();
  await put(services, one);
  await put(services, other);
  await expect(services.get(null, true)).rejects.toMatchObject({ code: "bad_request" });
  expect((await services.get(null, false)).hello()).toMatchObject({ clusterId: one.clusterId });
});

test("an address of one of its clusters is refused to who asks for it as one of a cluster that is not here", async () => {
  const services = await start();
  await put(services, one);
  await put(services, other);
  const fromHostId = randomUUID();
  const request = {
    clusterId: nobodys,
    vipId: randomUUID(),
    fromHostId,
    epoch: 3,
    documentHash: "",
    nonce: "0123456789abcdef:1",
    viewId: "v:1",
    evidenceAgeMs: 0,
    proofWaitMs: 3808,
  };
  const [vip] = one.vips;
  const rival = services.findRival({ ...request, address: vip?.address });
  await expect(
    rival?.requestRelease(fromHostId, { ...request, address: vip?.address }, new AbortController().signal),
  ).rejects.toMatchObject({ code: "not_a_peer" });
  expect(services.findRival(request)).toBeNull();
  expect(services.findRival({ ...request, address: "192.0.2.250" })).toBeNull();
});

test("what is wrong with one cluster leaves the others alone", async () => {
  const services = await start();
  await put(services, one);
  await put(services, other);
  await stopAll();
  const ofOne = [[one.clusterId, one.epoch]];
  expect(epochsOf(await start(new Set([other.clusterId]))), "another agent has the right").toEqual(ofOne);
  await stopAll();
  const file = path.join(layout.agentFolder, "clusters", other.clusterId, "vips.json");
  writeFileSync(file, "{}", { mode: 0o600 });
  expect(epochsOf(await start()), "records of an unknown form").toEqual(ofOne);
  await stopAll();
  rmSync(file);
  expect(epochsOf(await start())).toHaveLength(2);
});

test("a cluster whose part could not be taken up, and which the first part was told of then, has no second one", async () => {
  const services = await start();
  await put(services, one);
  await put(services, other);
  await stopAll();
  writeFileSync(layout.documentFile, JSON.stringify({ ...other, epoch: 12 }), { mode: 0o600 });
  expect(epochsOf(await start())).toEqual([[other.clusterId, 12]]);
  expect(foldersOf()).toEqual([]);
});

test("a host has a limit of clusters", async () => {
  const services = await start();
  for (let count = 0; count < 16; count += 1)
    await put(services, { ...other, clusterId: randomUUID(), epoch: 1 });
  await expect(services.get(randomUUID(), true)).rejects.toMatchObject({ code: "bad_request" });
  expect((await services.get(randomUUID(), false)).hello()).toMatchObject({ clusterId: null });
});
