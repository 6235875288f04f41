import { message, paramsWith, withPort } from "@primacy/contract";
import type { AddressPlace } from "@primacy/core/proxy";
import { Place } from "../../endpoint/gap-steps";
import { findPrimaryMember, lookThrough, nameOfMember } from "../../endpoint/look-through";
import { defineStep } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { poll } from "../../operation/poll";

/** Longer than the Keepalived that start later need to take the address away again. */
const steadyMs = 5_000;
const steadyLimitMs = 60_000;

/** Sees that the address leads to the primary, and that no Keepalived takes it elsewhere a moment later. */
export const proveStep = defineStep<AddressPlace>({
  input: Place,
  timeoutMs: steadyLimitMs + 15_000,
  undo: { kind: "nothing" },
  async execute({ worker }, { clusterId, address, port }, signal) {
    const endpoint = withPort(address, port);
    let sinceMs: number | null = null;
    let last = message("why.no_answer");
    const seen = await poll({ everyMs: 250, limitMs: steadyLimitMs, signal }, async () => {
      const primary = await findPrimaryMember(worker, clusterId, signal);
      const sight = await lookThrough(worker, clusterId, { address, port }, primary, signal);
      if (sight.kind === "reached" && sight.isPrimary) {
        sinceMs ??= performance.now();
        return performance.now() - sinceMs >= steadyMs ? sight : null;
      }
      sinceMs = null;
      last =
        sight.kind === "unreached"
          ? sight.reason
          : message("why.proxy_wrong_server", { member: nameOfMember(sight.member) });
      return null;
    });
    if (seen === null)
      throw new StepFailure("failure.migration_unsteady", {
        params: paramsWith({ endpoint, steadyMs, limitMs: steadyLimitMs }, { reason: last }),
      });
    const leadsTo = nameOfMember(seen.member);
    const params = { endpoint, member: leadsTo, ms: Math.round(seen.connectMs) };
    return { kind: "done", detail: message("detail.proxy_proved", params), output: { leadsTo } };
  },
});
