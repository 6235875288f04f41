import { message, paramsWith } from "@primacy/contract";
import type { DrillInput } from "@primacy/core/drill";
import type { WorkerContext } from "../context";
import { findPrimaryMember, lookThrough } from "../endpoint/look-through";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";
import { whyShut } from "./observe-proxy-endpoints";

/** A MySQL Router that starts asks for the group first; HAProxy asks each member. */
const limitMs = 60_000;

/**
 * Waits until writes reach the primary through a proxy that was hit, by each endpoint that led there before; does nothing where there is none. Throws
 * `StepFailure`.
 */
export async function awaitProxyEndpoints(
  worker: WorkerContext,
  { clusterId, proxy }: Pick<DrillInput, "clusterId" | "proxy">,
  signal: AbortSignal,
): Promise<void> {
  if (proxy === null || proxy.doors.length === 0) return;
  let shut = message("why.no_answer");
  const isOpen = await poll({ everyMs: 500, limitMs, signal }, async () => {
    const primary = await findPrimaryMember(worker, clusterId, signal);
    for (const endpoint of proxy.doors) {
      const reason = whyShut(await lookThrough(worker, clusterId, endpoint, primary, signal));
      if (reason === null) continue;
      shut = reason;
      return null;
    }
    return true;
  });
  if (isOpen !== null) return;
  throw new StepFailure("failure.drill_unhealed", {
    params: paramsWith({ member: proxy.name }, { reason: shut }),
  });
}
