import { startAgent } from "../run/start-agent";
import { startWatchdog, watchdogLimitMs } from "../run/watchdog";
import type { Layout } from "../store/layout";
import { awaitSignal } from "./await-signal";
import { exitFailed } from "./exit-codes";

/** The supervisor leaves the addresses alone after this exit code: another agent holds them by right. */
const exitAnotherAgent = 3;

/** Runs the process that decides and speaks to the network, until it is told to end; returns its exit code. Throws as `startAgent`. */
export async function runAgent(layout: Layout): Promise<number> {
  const agent = await startAgent(layout);
  if ("kind" in agent) {
    process.stderr.write("Another agent runs on this host; this one ends and touches nothing.\n");
    return exitAnotherAgent;
  }
  const stopWatchdog = startWatchdog(watchdogLimitMs, agent.beat);
  const isLost = await Promise.race([awaitSignal().then(() => false), agent.lost.then(() => true)]);
  if (isLost) {
    // It can hold and let go of nothing any more, so that the sooner its supervisor knows, the better.
    process.stderr.write("The process that touches addresses is gone; the agent ends with it.\n");
    process.exit(exitFailed);
  }
  await agent.stop();
  stopWatchdog();
  return 0;
}
