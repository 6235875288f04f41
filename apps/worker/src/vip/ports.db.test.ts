import { randomUUID } from "node:crypto";
import { isRefusal, type Refusal, VipRequest } from "@primacy/contract";
import { systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WorkerContext } from "../context";
import type { OperationContext } from "../operation/operation-context";
import { replicationAdapters } from "../replication/adapters";
import { createTestWorker } from "../testing/test-worker";
import { agentProvider } from "../vip-provider/agent/agent-provider";
import { isGroupGone, onPrimary } from "../vip-steps/schema-steps";
import { removeOperation } from "./remove-operation";

const actor = systemActor("test");
const { signal } = new AbortController();
let opened: TestDatabase;
let clusterId = "";

beforeAll(async () => {
  opened = await openTestDatabase();
  const member = { serverUuid: randomUUID(), address: "127.0.0.1", port: 1, hostId: null };
  const group = { kind: "group_replication", groupName: randomUUID(), members: [member] } as const;
  clusterId = await opened.database.transact(actor, async (unit) => {
    const { id } = kept(await unit.clusters.create({ name: "main", ...group }));
    await unit.clusters.setCredential(id, "admin", { user: "primacy_admin", password: "a password" });
    return id;
  });
});
afterAll(() => opened?.close());

function kept<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new Error(outcome.message.text);
  return outcome;
}

function contextOf(worker: WorkerContext): OperationContext {
  return {
    worker,
    operation: { id: randomUUID(), kind: "vip.remove", clusterId, hostId: null, requestedBy: "test" },
    signal,
    log: async () => undefined,
    findSecret: async () => null,
    listOutputs: async () => [],
  };
}

test("a VIP of another provider is removed by that one's plan", async () => {
  const asked: string[] = [];
  const plan = { steps: [], consequences: [] };
  const second = {
    ...agentProvider,
    name: "greatdb_ha" as const,
    planRemove: (_snapshot: unknown, { address }: { readonly address: string }) => {
      asked.push(address);
      return plan;
    },
  };
  const request = VipRequest.parse({ address: "10.77.0.100", prefixLength: 24, provider: "greatdb_ha" });
  const { id: vipId } = kept(
    await opened.database.transact(actor, (unit) => unit.vips.create(clusterId, request)),
  );
  const worker = createTestWorker(opened.database, {
    vipProviders: { agent: agentProvider, greatdb_ha: second },
  });
  expect(await removeOperation.plan(contextOf(worker), { vipId }, signal)).toBe(plan);
  expect(asked).toEqual([request.address]);
});

test("the primary of a cluster is found by the technology of its kind", async () => {
  const asked: string[] = [];
  const known = replicationAdapters.group_replication;
  const worker = createTestWorker(opened.database, {
    replication: {
      group_replication: {
        ...known,
        findPrimary: async (_servers, account, clusterName) => {
          asked.push(`${account.user} ${clusterName}`);
          throw new Error("asked of the port");
        },
      },
    },
  });
  await expect(onPrimary(worker, clusterId, signal, async () => undefined)).rejects.toThrow(
    "asked of the port",
  );
  expect(asked).toEqual(["primacy_admin main"]);
  expect(await isGroupGone(worker, clusterId, signal)).toBe(true);
});
