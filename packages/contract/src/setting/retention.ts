import { z } from "zod";

const Days = z
  .number()
  .int({ error: "days_invalid" })
  .min(1, { error: "days_invalid" })
  .max(36_500, { error: "days_invalid" });

/** How long each kind of row is kept, in whole days. */
export const Retention = z.strictObject({
  /** Raw samples of members: roles, queues and lag. */
  samplesDays: Days,
  /** What happened to clusters. */
  eventsDays: Days,
  /** Finished operations with their logs; those that only looked go after an hour. */
  operationsDays: Days,
  /** Audit entries; null keeps them for ever. */
  auditDays: Days.nullable(),
});
export type Retention = z.infer<typeof Retention>;
