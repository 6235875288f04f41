import type { BenchmarkInput } from "@primacy/core/benchmark";
import type { StepContext } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { poll } from "../../operation/poll";
import { getPassword } from "../benchmark-input";
import { verifyEndpoints } from "../verify-endpoints";

/** A proxy has to see that a server is back before it leads there again. */
const patience = { everyMs: 1_000, limitMs: 60_000 };

/**
 * Waits until every endpoint takes the load again. It signs in with the benchmark's own account over TLS, by which a server that was
 * restarted gets to know its password: sysbench, which connects without, could not tell it. Throws `StepFailure` after a minute.
 */
export async function awaitEndpoints(
  context: StepContext,
  input: BenchmarkInput,
  signal: AbortSignal,
): Promise<void> {
  const account = { user: input.account, password: await getPassword(context, input) };
  let last: StepFailure | null = null;
  const isThere = await poll({ ...patience, signal }, async () => {
    try {
      await verifyEndpoints(context, input, account, signal);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof StepFailure)) throw error;
      last = error;
      return null;
    }
  });
  if (isThere === null && last !== null) throw last;
}
