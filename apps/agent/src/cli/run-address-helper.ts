import { startAddressHelper } from "../address-helper/start-address-helper";
import { startWatchdog, watchdogLimitMs } from "../run/watchdog";
import type { Layout } from "../store/layout";
import { awaitSignal } from "./await-signal";

/** Runs the process that touches addresses, until its agent is gone or it is told to end. Throws as `startAddressHelper`. */
export async function runAddressHelper(layout: Layout): Promise<number> {
  const hands = await startAddressHelper(layout);
  const stopWatchdog = startWatchdog(watchdogLimitMs, () => undefined);
  awaitSignal().then(
    () => hands.stop(),
    () => undefined,
  );
  await hands.ended;
  stopWatchdog();
  return 0;
}
