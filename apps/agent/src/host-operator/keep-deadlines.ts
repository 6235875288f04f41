import { setTimeout as delay } from "node:timers/promises";
import { StoreError } from "../store/durable-file";
import type { Layout } from "../store/layout";
import { monotonicMs } from "../vip/address/types";
import type { ExclusiveRight } from "../vip/exclusive";
import { acquireDeadlines } from "./deadlines-right";
import { KeptDeadlines } from "./kept-deadlines";
import { useHostOperator } from "./open-host-operator";
import type { JournalRecord } from "./record";
import { Retries } from "./retries";

const lookEveryMs = 250;
/** A host operator that lives undoes at the deadline, and one that was killed just then is started again: theirs is the first right. */
const graceMs = 2_000;
/** A host operator that looks whether this process is there has the right for a moment, and may die in it. */
const rightLimitMs = 2_000;

/**
 * Undoes acts at their deadlines where no host operator does: by the journal, with the undo and under the right of a host operator, so that
 * neither meets the other. What cannot be undone is tried again, each time later, up to a minute. While a host operator lives it only waits. Returns
 * once no such act of this boot is in force, or where another process does the same; `onArmed` is called once the deadlines of all
 * that is in force by now are kept, never where there is none. Throws StoreError where a record cannot be read the first time; after that what was
 * read last counts until it can.
 */
export async function keepDeadlines(layout: Layout, hostId: string, onArmed: () => void): Promise<void> {
  const deadlines = await KeptDeadlines.read(layout.operatorJournalFolder);
  // What was begun while the right was being given up counts on this process: once more, until nothing has come.
  while ((await deadlines.listOpen()).length > 0) {
    const first = await acquireDeadlines(hostId);
    onArmed();
    const right = first ?? (await acquireAgain(hostId));
    if (right === null) return;
    await keepWhileOpen(layout, deadlines);
    await right.release();
  }
}

/** Tries for a while; null: whoever has the right keeps the deadlines. */
async function acquireAgain(hostId: string): Promise<ExclusiveRight | null> {
  const untilMs = monotonicMs() + rightLimitMs;
  for (;;) {
    await delay(lookEveryMs);
    const right = await acquireDeadlines(hostId);
    if (right !== null || monotonicMs() >= untilMs) return right;
  }
}

async function keepWhileOpen(layout: Layout, deadlines: KeptDeadlines): Promise<void> {
  const retries = new Retries();
  const isDue = ({ actionId, undoAtMs }: JournalRecord): boolean =>
    undoAtMs + graceMs <= monotonicMs() && retries.isDue(actionId, monotonicMs());
  for (let open = await deadlines.listOpen(); open.length > 0; open = await deadlines.listOpen()) {
    const due = open.filter(isDue).map(({ actionId }) => actionId);
    if (due.length > 0 && (await undoAlone(layout, due)))
      for (const one of due) retries.putOff(one, monotonicMs());
    await delay(lookEveryMs);
  }
}

/** True where it was tried, whatever came of it; false where a host operator lives. */
async function undoAlone(layout: Layout, actionIds: readonly string[]): Promise<boolean> {
  try {
    await useHostOperator(layout, (operator) => operator.heal(actionIds));
    return true;
  } catch (error) {
    // Nobody else would try again: not even a bug ends this.
    return !(error instanceof StoreError && error.code === "EBUSY");
  }
}
