import { createServer, type Socket } from "node:net";
import { isRefusal } from "@primacy/contract";
import { systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import pg from "pg";
import type { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createTestWorker } from "../testing/test-worker";
import { parseMemory } from "../topology/topology-memory";
import { WatchService } from "./watch-service";

const AddressInfo = z.object({ port: z.number() });

let opened: TestDatabase;
let clusterId = "";
const services: WatchService[] = [];
const hubs: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  opened = await openTestDatabase();
  const actor = systemActor("test");
  const cluster = await opened.database.transact(actor, (unit) =>
    unit.clusters.create({
      name: "main",
      kind: "group_replication",
      groupName: "00000000-0000-4000-8000-00000000000a",
      // Nothing listens there: the watch must say that it knows nothing, again and again.
      members: [
        { serverUuid: "00000000-0000-4000-8000-000000000001", address: "127.0.0.1", port: 1, hostId: null },
      ],
    }),
  );
  if (isRefusal(cluster)) throw new Error(cluster.message.text);
  clusterId = cluster.id;
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()));
  await Promise.all(hubs.splice(0).map((hub) => hub.stop()));
});
afterAll(() => opened.close());

async function startWatch(
  leaseSeconds = 10,
): Promise<{ service: WatchService; owner: string; metrics: Registry }> {
  const worker = createTestWorker(opened.openAnother());
  await worker.hub.start();
  const service = new WatchService(worker, { leaseSeconds, renewEveryMs: 200, claimEveryMs: 100 });
  services.push(service);
  hubs.push(worker.hub);
  await service.start();
  return { service, owner: worker.owner, metrics: worker.metrics };
}

async function awaitRevisionAbove(revision: number): Promise<number> {
  return until(async () => {
    const picture = await opened.database.topologies.find(clusterId);
    return picture !== null && picture.revision > revision ? picture.revision : null;
  });
}

async function until<T>(look: () => Promise<T | null>): Promise<T> {
  const endsAt = performance.now() + 120_000;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > endsAt) throw new Error("not seen in time");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("the watch over clusters", () => {
  test("keeps a picture fresh even when nobody answers, and says that nothing is known", async () => {
    await startWatch();
    const first = await awaitRevisionAbove(0);
    await awaitRevisionAbove(first + 1);
    const picture = await opened.database.topologies.find(clusterId);
    expect(picture?.topology).toMatchObject({
      tone: "unknown",
      summary: { code: "topology.summary_unknown" },
    });
    await until(async () => {
      const fresh = await opened.database.topologies.find(clusterId);
      return fresh !== null && fresh.ageMs < 5_000 ? true : null;
    });
  });

  test("samples members, as unknown where nobody answers, and goes on where that cannot be stored", async () => {
    const sql = new pg.Client({ connectionString: opened.url });
    await sql.connect();
    const countOf = async (metrics: Registry, outcome: string): Promise<true | null> => {
      const { values } = (await metrics.getSingleMetric("primacy_member_samples_total")?.get()) ?? {
        values: [],
      };
      return values.some((one) => one.labels.outcome === outcome && one.value > 0) ? true : null;
    };
    const first = await startWatch();
    await until(() => countOf(first.metrics, "stored"));
    const { rows } = await sql.query("SELECT * FROM member_sample WHERE cluster_id = $1", [clusterId]);
    expect(rows[0]).toMatchObject({ role: null, state: null, apply_queue: null, applied_lag_ms: null });
    await first.service.stop();

    await sql.query("ALTER TABLE member_sample RENAME TO away");
    const second = await startWatch();
    await until(() => countOf(second.metrics, "lost"));
    const revision = await awaitRevisionAbove(0);
    await awaitRevisionAbove(revision);
    await sql.query("ALTER TABLE away RENAME TO member_sample");
    await sql.end();
  });

  test("waits for no endpoint: pictures go on while one takes a connection and says nothing, and then it is told", async () => {
    const sockets: Socket[] = [];
    const mute = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    const { port } = AddressInfo.parse(mute.address());
    const draft = { name: "mute", address: "127.0.0.1", port, purpose: "write" } as const;
    const stored = await opened.database.transact(systemActor("test"), async (unit) => {
      await unit.clusters.setCredential(clusterId, "verify", { user: "u", password: "p" });
      const { members } = await unit.clusters.get(clusterId);
      // Without a CA nothing is asked of an address that somebody stored.
      const facts = { authority: "a CA" };
      await unit.clusters.recordFacts(
        clusterId,
        members.map((member) => ({ ...member, facts })),
      );
      return unit.endpoints.create(clusterId, draft);
    });
    await startWatch();
    await until(async () => (sockets.length > 0 ? true : null));
    const revision = await awaitRevisionAbove(0);
    await awaitRevisionAbove(revision + 1);
    expect(await opened.database.endpoints.findLooks(clusterId)).toBeNull();
    const looks = await until(() => opened.database.endpoints.findLooks(clusterId));
    expect(looks.looks.map(({ key, sight }) => [key.split(" ")[0], sight.kind])).toEqual([
      ["member", "silent"],
      ["custom", "silent"],
    ]);
    for (const socket of sockets) socket.destroy();
    mute.close();
    await opened.database.transact(systemActor("test"), async (unit) => {
      await unit.clusters.forgetCredential(clusterId, "verify");
      if (!isRefusal(stored)) await unit.endpoints.remove(clusterId, stored.id);
    });
  });

  test("passes to another worker at once when its own stops", async () => {
    const first = await startWatch(3_600);
    const revision = await awaitRevisionAbove(0);
    await startWatch(3_600);
    await first.service.stop();
    // What waits to be told is there for the next one.
    const memory = parseMemory(await opened.database.topologies.findMemory(clusterId));
    expect(memory?.hosts).toMatchObject([{ name: "127.0.0.1", condition: "no_agent" }]);
    await awaitRevisionAbove(revision + 1);
  });

  test("sees what is wanted change without being asked", async () => {
    await startWatch();
    await awaitRevisionAbove(0);
    await opened.database.transact(systemActor("test"), (unit) =>
      unit.clusters.change(clusterId, null, { name: "renamed" }),
    );
    await until(async () => {
      const picture = await opened.database.topologies.find(clusterId);
      return picture?.topology.clusterName === "renamed" ? true : null;
    });
  });

  test("ends with its cluster, and watches the next one", async () => {
    await startWatch();
    await awaitRevisionAbove(0);
    await opened.database.transact(systemActor("test"), (unit) => unit.clusters.remove(clusterId));
    const next = await opened.database.transact(systemActor("test"), (unit) =>
      unit.clusters.create({
        name: "next",
        kind: "group_replication",
        groupName: "00000000-0000-4000-8000-00000000000b",
        members: [],
      }),
    );
    if (isRefusal(next)) throw new Error(next.message.text);
    clusterId = next.id;
    await awaitRevisionAbove(0);
  });
});
