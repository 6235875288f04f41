import { defaultRetention } from "@primacy/db";
import type { WorkerContext } from "../context";
import type { BackgroundJob } from "./background-jobs";

const limit = 5_000;

/** Deletes what is past its time, in small transactions, so that nothing else waits for it. */
export function createRetentionJob(worker: WorkerContext): BackgroundJob {
  return {
    name: "retention.purge",
    cron: "*/30 * * * *",
    run: async (signal) => {
      const { db, actor, log } = worker;
      for (;;) {
        signal.throwIfAborted();
        const counts = await db.transact(actor, (unit) => unit.retention.purge(defaultRetention, limit));
        log.info({ counts }, "old rows deleted");
        if (Object.values(counts).every((count) => count < limit)) return;
      }
    },
  };
}
