import { defaultRetention, type RetentionPolicy } from "@primacy/db";
import { z } from "zod";
import type { WorkerContext } from "../context";
import type { RecurringJob } from "./recurring-jobs";

const limit = 5_000;
const days = z.number().int().min(1).max(36_500);

/** The setting `retention`: what it does not name keeps its default. */
const RetentionSetting = z.object({
  samplesDays: days.optional(),
  eventsDays: days.optional(),
  operationsDays: days.optional(),
  auditDays: days.nullable().optional(),
});

/** Deletes what is past its time, in small transactions, so that nothing else waits for it. */
export function createRetentionJob(worker: WorkerContext): RecurringJob {
  return {
    name: "retention.purge",
    everyMs: 30 * 60_000,
    run: async (signal) => {
      const { db, actor, log } = worker;
      const policy = await readPolicy(worker);
      for (;;) {
        signal.throwIfAborted();
        const counts = await db.transact(actor, (unit) => unit.retention.purge(policy, limit));
        log.info({ counts }, "old rows deleted");
        if (Object.values(counts).every((count) => count < limit)) return;
      }
    },
  };
}

async function readPolicy(worker: WorkerContext): Promise<RetentionPolicy> {
  const set = (await worker.db.settings.find("retention", RetentionSetting))?.value;
  return {
    samplesDays: set?.samplesDays ?? defaultRetention.samplesDays,
    eventsDays: set?.eventsDays ?? defaultRetention.eventsDays,
    operationsDays: set?.operationsDays ?? defaultRetention.operationsDays,
    // Null is a value here: it keeps them for ever.
    auditDays: set?.auditDays === undefined ? defaultRetention.auditDays : set.auditDays,
  };
}
