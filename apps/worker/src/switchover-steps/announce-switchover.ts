import type { WantedHost } from "@primacy/core/plan";
import { targetOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";

/** Longer than a switchover that waits for nothing takes; where it waits, the agents look at their usual pace again. */
const expectedForMs = 15_000;
/** The order does not wait for an agent that does not answer. */
const callTimeoutMs = 300;

/**
 * Tells the agents of both hosts that a switchover is about to be ordered, so that they look at their servers' roles
 * more often. It only makes the address follow sooner: an agent that is silent delays the order by 300 ms. Throws only where
 * `signal` aborts.
 */
export async function announceSwitchover(
  worker: Pick<WorkerContext, "agents" | "log">,
  hosts: readonly (WantedHost | null)[],
  clusterId: string,
  signal: AbortSignal,
): Promise<void> {
  const notice = { clusterId, forMs: expectedForMs };
  await Promise.all(
    hosts.map(async (host) => {
      if (host === null) return;
      try {
        const client = worker.agents.clientFor(targetOf(host));
        await client.call("expectSwitchover", notice, { signal, timeoutMs: callTimeoutMs });
      } catch (error) {
        signal.throwIfAborted();
        worker.log.debug({ hostId: host.hostId, err: error }, "the agent expects no switchover");
      }
    }),
  );
}
