import { isRefusal } from "@primacy/contract";
import type { KeepMigrationInput } from "@primacy/core/proxy";
import { z } from "zod";
import { loadCluster } from "../../cluster-record/load-cluster";
import { MeasureOutput } from "../../endpoint/gap-steps";
import { namesOf } from "../../observe/holding";
import { defineStep, type StepExecutor } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { poll } from "../../operation/poll";
import { restoreWanted } from "../../vip-provider/restore-wanted";
import { StoreRequestInput } from "../../vip-provider/vip-inputs";
import { vipExecutors } from "../../vip-steps/vip-executors";
import { actOf, openSession } from "../haproxy/operator-acts";
import { Keep } from "./step-inputs";

const forgottenMs = 15_000;

/** Keeps the idle configurations, and records the migration with what the way back needs. */
export const keepStep = defineStep<KeepMigrationInput, object>({
  input: Keep,
  timeoutMs: 120_000,
  maxAttempts: 3,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    undo: ({ worker }, { migrationId }) =>
      worker.db.transact(worker.actor, (unit) => unit.migrations.remove(migrationId)),
  },
  async execute(context, { migrationId, clusterId, address, port, hosts }, signal) {
    const { worker } = context;
    for (const { hostId, name: host } of hosts) {
      const session = await openSession(context, { clusterId, hostId }, signal);
      const actionId = actOf({ proxyId: migrationId, hostId }, "park");
      const state = (await session.find(actionId, signal))?.state;
      if (state === "acted") await session.keep(actionId, signal);
      // The host has undone its part by itself: Keepalived would come back there with the next reboot.
      else if (state !== "kept") throw new StepFailure("failure.proxy_not_kept", { params: { host } });
    }
    const [measured] = await context.listOutputs("migration.measure", MeasureOutput);
    const draft = {
      id: migrationId,
      clusterId,
      address,
      port,
      hosts: [...hosts],
      gap: measured?.output.gap ?? null,
    };
    const stored = await worker.db.transact(worker.actor, (unit) => unit.migrations.create(draft));
    if (isRefusal(stored)) throw new StepFailure("failure.migration_taken", { params: { address } });
    return { kind: "done" };
  },
});

/** Forgets a migration whose address is back. */
export const forgetStep = defineStep<{ readonly recordId: string }>({
  input: z.object({ recordId: z.string() }),
  timeoutMs: 15_000,
  undo: { kind: "impossible" },
  async execute({ worker }, { recordId }) {
    await worker.db.transact(worker.actor, (unit) => unit.migrations.remove(recordId));
    return { kind: "done" };
  },
});

/**
 * Stores the VIP as every other operation does. Undone, no agent knows it any more: that nobody has the address cannot be asked, for
 * Keepalived has it then.
 */
export const storeStep: StepExecutor<z.output<typeof StoreRequestInput>> = {
  ...vipExecutors["vip.store"],
  async undo({ worker }, stored, _record, signal) {
    const input = StoreRequestInput.parse(stored);
    await restoreWanted(worker, input);
    const { address } = input;
    let hosts = "-";
    const isForgotten = await poll({ everyMs: 200, limitMs: forgottenMs, signal }, async () => {
      const { wanted } = await loadCluster(worker.db, input.clusterId);
      const { words } = await worker.observer.readHolding(wanted.hosts, address, signal);
      const told = words.filter(({ vip }) => vip !== null);
      hosts = namesOf(told);
      return told.length === 0 ? true : null;
    });
    if (isForgotten === true) return;
    const params = { address, hosts, seconds: forgottenMs / 1000 };
    throw new StepFailure("failure.vip_still_told", { params });
  },
};
