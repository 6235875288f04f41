import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readPrivate, StoreError } from "../store/durable-file";
import type { Layout } from "../store/layout";
import { monotonicMs } from "../vip/address/types";
import { useHostOperator } from "./open-host-operator";
import { isOpen, JournalRecord } from "./record";

const lookEveryMs = 250;
/** A host operator that lives heals at the deadline, and one that was killed just then is started again: theirs is the first right. */
const graceMs = 2_000;
const firstRetryMs = 1_000;
const longestRetryMs = 60_000;

/**
 * Heals one act at its deadline where no host operator does: by the journal, with the undo and under the right of a host operator, so that
 * neither meets the other. What cannot be healed is tried again, each time later, up to a minute. While a host operator lives it only waits. Returns
 * once the act is over, its record is gone, or there is none of this boot; `onArmed` is called once the record was read. Throws StoreError where it
 * cannot be read the first time; after that what was read last counts until it can.
 */
export async function keepDeadline(layout: Layout, actionId: string, onArmed: () => void): Promise<void> {
  const file = path.join(layout.operatorJournalFolder, `${path.basename(actionId)}.json`);
  const bootId = (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
  let pauseMs = firstRetryMs;
  let nextMs = 0;
  let record = await readRecord(file);
  for (let isFirst = true; record !== null && isOpen(record) && record.bootId === bootId; isFirst = false) {
    if (isFirst) onArmed();
    const dueMs = Math.max(record.undoAtMs + graceMs, nextMs);
    if (dueMs <= monotonicMs() && (await healAlone(layout, actionId))) {
      nextMs = monotonicMs() + pauseMs;
      pauseMs = Math.min(pauseMs * 2, longestRetryMs);
    }
    await delay(lookEveryMs);
    record = await readAgain(file, record);
  }
}

/** True where it was tried, whatever came of it; false where a host operator lives. */
async function healAlone(layout: Layout, actionId: string): Promise<boolean> {
  try {
    await useHostOperator(layout, (operator) => operator.heal(actionId));
    return true;
  } catch (error) {
    // Nobody else would try again: not even a bug ends this.
    return !(error instanceof StoreError && error.code === "EBUSY");
  }
}

/** A look that fails says nothing of the act: what was read last counts. */
async function readAgain(file: string, last: JournalRecord): Promise<JournalRecord | null> {
  try {
    return await readRecord(file);
  } catch {
    return last;
  }
}

/** Null where it is gone, or is none of this release: whoever wrote that keeps its deadline. Throws StoreError. */
async function readRecord(file: string): Promise<JournalRecord | null> {
  const text = await readPrivate(file);
  try {
    return JournalRecord.parse(JSON.parse(text ?? ""));
  } catch {
    return null;
  }
}
