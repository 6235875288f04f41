import { randomUUID } from "node:crypto";
import { type Host, isRefusal, type Refusal } from "@primacy/contract";
import { type Actor, systemActor } from "../audit/actor";
import type { ClusterRecord } from "../cluster/cluster-row";
import type { Database } from "../database";

/** An operator with a session. */
export const alice: Actor = {
  kind: "session",
  id: "0198f3f0-6d1e-7c3a-9f0e-3b7a5f1c2d4e",
  name: "alice",
  requestId: "request-1",
  address: "192.0.2.1",
};

let count = 0;

/** A name that no other sample has. */
export function uniqueName(prefix: string): string {
  count += 1;
  return `${prefix}-${count}-${randomUUID().slice(0, 8)}`;
}

/** The value itself, or a throw of the refusal: for samples that must succeed. */
export function must<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw outcome;
  return outcome;
}

/** Adds a host with a password. */
export async function createHost(database: Database): Promise<Host> {
  const name = uniqueName("host");
  const created = await database.transact(systemActor("test"), (unit) =>
    unit.hosts.createMany([
      {
        name,
        address: `${name}.example`,
        sshPort: 22,
        sshUser: "root",
        credential: { kind: "password", password: "tall blue kettle" },
        agentPort: 7433,
      },
    ]),
  );
  const [host] = must(created);
  if (!host) throw new Error("no host was created");
  return host;
}

/** Registers a cluster with one member on each host. */
export async function createCluster(database: Database, hosts: readonly Host[] = []): Promise<ClusterRecord> {
  const created = await database.transact(systemActor("test"), (unit) =>
    unit.clusters.create({
      name: uniqueName("cluster"),
      kind: "group_replication",
      groupName: randomUUID(),
      members: hosts.map((host) => ({
        serverUuid: randomUUID(),
        address: host.address,
        port: 3306,
        hostId: host.id,
      })),
    }),
  );
  return must(created);
}
