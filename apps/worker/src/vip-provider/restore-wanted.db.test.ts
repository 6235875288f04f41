import { randomUUID } from "node:crypto";
import { isRefusal, type Refusal, type Vip, VipRequest } from "@primacy/contract";
import { toWantedVip } from "@primacy/core/plan";
import { systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestWorker } from "../testing/test-worker";
import { restoreWanted } from "./restore-wanted";
import { BaseInput } from "./vip-inputs";

const actor = systemActor("test");
let opened: TestDatabase;
let clusterId = "";

beforeAll(async () => {
  opened = await openTestDatabase();
  const member = { serverUuid: randomUUID(), address: "127.0.0.1", port: 1, hostId: null };
  const group = { kind: "group_replication", groupName: randomUUID(), members: [member] } as const;
  clusterId = await opened.database.transact(
    actor,
    async (unit) => kept(await unit.clusters.create({ name: "main", ...group })).id,
  );
});
afterAll(() => opened?.close());

function kept<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new Error(outcome.message.text);
  return outcome;
}

const stored = async (): Promise<Vip | undefined> =>
  (await opened.database.vips.listByCluster(clusterId)).find(({ address }) => address === "10.77.0.100");

test("the guard of a plugin's address ends with the plugin, and is there again where that is taken back", async () => {
  const request = VipRequest.parse({
    ...{ address: "10.77.0.100", prefixLength: 24 },
    ...{ provider: "greatdb_ha", guard: true },
  });
  const vip = kept(await opened.database.transact(actor, (unit) => unit.vips.create(clusterId, request)));
  expect(vip).toMatchObject({ provider: "greatdb_ha", guard: true });
  // As an operation's step keeps it.
  const base = { clusterId, vipId: vip.id, address: vip.address, previous: toWantedVip(vip) };
  const input = BaseInput.parse(JSON.parse(JSON.stringify(base)));
  const change = { provider: "agent" } as const;
  kept(await opened.database.transact(actor, (unit) => unit.vips.change(vip.id, null, change)));
  expect(await stored()).not.toHaveProperty("guard");

  const worker = createTestWorker(opened.database);
  await restoreWanted(worker, input);
  expect(await stored()).toMatchObject({ id: vip.id, provider: "greatdb_ha", guard: true });

  await opened.database.transact(actor, (unit) => unit.vips.remove(vip.id, null));
  await restoreWanted(worker, input);
  expect(await stored()).toMatchObject({ provider: "greatdb_ha", guard: true });
});
