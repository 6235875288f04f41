import { isRefusal } from "@primacy/contract";
import { findListed } from "@primacy/core/endpoint";
import { systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadCluster } from "../cluster-record/load-cluster";
import { createTestWorker } from "../testing/test-worker";
import { makeOwnCertificate, startToldServer, type ToldServer } from "../testing/tls-server.fixture";
import { observeEndpoint } from "./observe-endpoint";

let opened: TestDatabase;
let server: ToldServer;
beforeAll(async () => {
  opened = await openTestDatabase();
  server = await startToldServer([await makeOwnCertificate("elsewhere")]);
});
afterAll(async () => {
  await server.stop();
  await opened.close();
});

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

async function addCluster(name: string, authorities: readonly (string | null)[]): Promise<string> {
  return opened.database.transact(systemActor("test"), async (unit) => {
    const cluster = await unit.clusters.create({
      name,
      kind: "group_replication",
      groupName: id(name.length),
      members: authorities.map((authority, index) => ({
        serverUuid: id(name.length * 10 + index),
        address: "127.0.0.1",
        port: index + 1,
        hostId: null,
        facts: { authority },
      })),
    });
    if (isRefusal(cluster)) throw new Error(cluster.message.text);
    const credential = { user: "primacy_verify", password: "tall blue kettle" };
    await unit.clusters.setCredential(cluster.id, "verify", credential);
    return cluster.id;
  });
}

it("the check tells no password to a typed address whose certificate it cannot verify, also where a member's CA is unknown", async () => {
  const worker = createTestWorker(opened.database);
  const typed = findListed([], { kind: "custom", address: "127.0.0.1", port: server.port });
  if (typed === null) throw new Error("a typed address is its own");
  const { cert } = await makeOwnCertificate("member");
  const see = async (clusterId: string) => {
    const loaded = await loadCluster(opened.database, clusterId);
    return observeEndpoint(worker, loaded, typed, null, new AbortController().signal);
  };
  expect(await see(await addCluster("some", [cert, null]))).toEqual({ kind: "untrusted" });
  expect(await see(await addCluster("none at all", [null, null]))).toEqual({ kind: "unverifiable" });
  expect(server.countTold()).toBe(0);
});
