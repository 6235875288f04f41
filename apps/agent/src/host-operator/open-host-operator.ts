import { readFile } from "node:fs/promises";
import { message } from "@primacy/contract";
import { readIdentity } from "../identity/identity";
import { createFileLog, type Log } from "../log/log";
import { StoreError } from "../store/durable-file";
import type { Layout } from "../store/layout";
import { monotonicMs } from "../vip/address/types";
import { acquireExclusiveRight, type ExclusiveRight } from "../vip/exclusive";
import { armDeadMan } from "./dead-man";
import { HostOperator } from "./host-operator";
import { OwnHost } from "./own-host";
import { readMsSinceBoot } from "./since-boot";

/** Does something with the journal while no host operator runs. Throws StoreError: `EBUSY` where one does. */
export async function useHostOperator<T>(
  layout: Layout,
  use: (operator: HostOperator) => Promise<T>,
): Promise<T> {
  const log = createFileLog(layout.operatorLogFile);
  const { operator, right } = await openHostOperator(layout, log);
  try {
    return await use(operator);
  } finally {
    await right.release();
    await log.flush();
  }
}

/**
 * Takes the right to be the only one, and reads the journal: two would undo each other's acts, and each would believe its own picture of the
 * journal. Throws StoreError: `EBUSY` where another one has it. The right is free again where it throws.
 */
export async function openHostOperator(
  layout: Layout,
  log: Log,
): Promise<{ operator: HostOperator; right: ExclusiveRight }> {
  const identity = await readIdentity(layout);
  const { hostId, hostName } = identity.bootstrap;
  const right = await acquireExclusiveRight(`host-operator/${hostId}`);
  if (right === null) throw new StoreError(message("operator.another"), "EBUSY");
  try {
    const bootId = (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
    const host = new OwnHost(hostName);
    const parts = {
      layout,
      identity,
      bootId,
      host,
      log,
      now: monotonicMs,
      bootedAtMs: monotonicMs() - (await readMsSinceBoot()),
      armDeadMan: () => armDeadMan(hostId),
    };
    return { operator: await HostOperator.open(parts), right };
  } catch (error) {
    // Who tries again would find itself in its own way, and every other one would too.
    await right.release();
    throw error;
  }
}
