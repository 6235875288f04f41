import { type Message, MigrationGap, message, paramsWith, withPort } from "@primacy/contract";
import { type AddressPlace, judgeGap, writeEveryMs } from "@primacy/core/proxy";
import { z } from "zod";
import { endpointOf, getAccount } from "../cluster-record/load-cluster";
import { defineStep, type StepOutcome } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { awaitAcks, beginProbe, findProbe } from "./gap-probe";
import { findPrimaryMember, nameOfMember } from "./look-through";

/** What a client has to have seen before and after for the time between to say something. */
const enoughAcks = 20;
const acksLimitMs = 20_000;

/** Where clients come in, as it is stored with a plan. */
export const Place: z.ZodType<AddressPlace> = z.object({
  migrationId: z.string(),
  clusterId: z.string(),
  address: z.string(),
  port: z.number(),
});
/** What `migration.measure` found out. */
export const MeasureOutput = z.object({ gap: MigrationGap.nullable() });

/** Begins to write through the address, and sees that it works before anything is stopped. */
export const watchStep = defineStep<AddressPlace>({
  input: Place,
  timeoutMs: 60_000,
  undo: { kind: "nothing" },
  async execute(context, { migrationId, clusterId, address, port }, signal) {
    const { worker } = context;
    const endpoint = withPort(address, port);
    const primary = await findPrimaryMember(worker, clusterId, signal);
    if (primary === null) throw noWrites(endpoint, message("why.no_answer"));
    const probe = await beginProbe(migrationId, {
      server: { address, port, authority: endpointOf(primary).authority },
      account: await getAccount(worker.db, clusterId, "verify"),
      everyMs: writeEveryMs,
      signal: context.signal,
    });
    if (!(await awaitAcks(probe, enoughAcks, { limitMs: acksLimitMs, signal })))
      throw noWrites(endpoint, probe.lastReason);
    return {
      kind: "done",
      detail: message("detail.migration_writes", { endpoint, member: nameOfMember(primary) }),
    };
  },
});

/** Sees that writes come through again, and says for how long they did not. */
export const measureStep = defineStep<AddressPlace>({
  input: Place,
  timeoutMs: 60_000,
  undo: { kind: "nothing" },
  async execute(_context, { migrationId, address, port }, signal): Promise<StepOutcome> {
    const unknown = {
      kind: "done",
      detail: message("detail.migration_gap_unknown"),
      output: { gap: null },
    } as const;
    const probe = findProbe(migrationId);
    if (probe === null) return unknown;
    const isSteady =
      probe.isStopped || (await awaitAcks(probe, enoughAcks, { limitMs: acksLimitMs, signal }));
    if (!isSteady) throw noWrites(withPort(address, port), probe.lastReason);
    const gap = judgeGap(await probe.stop(), writeEveryMs);
    if (gap === null) return unknown;
    const { gapMs, errorMs, writes, failed } = gap;
    return {
      kind: "done",
      detail: message("detail.migration_gap", { gapMs, errorMs, writes, failed }),
      output: { gap },
    };
  },
});

function noWrites(endpoint: string, reason: Message | null): StepFailure {
  const params = paramsWith(
    { endpoint, limitMs: acksLimitMs },
    { reason: reason ?? message("why.no_answer") },
  );
  return new StepFailure("failure.migration_no_writes", { params });
}
