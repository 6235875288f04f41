import type { HostActionRecord, HostOperatorReport, HostOperatorSummary } from "@primacy/contract/agent";
import type { ActionKinds } from "./action-kinds";
import { describeRecord } from "./describe-record";
import { describeUnreadable } from "./describe-unreadable";
import type { Journal } from "./journal";
import { asOfBoot } from "./order-rules";
import { isOpen, type JournalRecord } from "./record";

/** Acts that are over, of which a report tells. */
const reportedOver = 50;

/** What is told of the acts in the journal. */
export class JournalReport {
  readonly #parts: { readonly bootId: string; readonly now: () => number };
  readonly #journal: Journal;
  readonly #acts: ActionKinds;

  constructor(
    parts: { readonly bootId: string; readonly now: () => number },
    journal: Journal,
    acts: ActionKinds,
  ) {
    this.#parts = parts;
    this.#journal = journal;
    this.#acts = acts;
  }

  /** What is in force first, then what is over. */
  async tellAll(): Promise<HostOperatorReport> {
    const over = this.#journal.list().filter((record) => !isOpen(record));
    const { bootId, now } = this.#parts;
    return {
      state: "running",
      clock: { bootId, monotonicMs: now() },
      actions: [
        ...(await this.tellOpen()),
        ...(await Promise.all(over.slice(0, reportedOver).map((one) => this.describe(one)))),
      ],
    };
  }

  /** What is in force, and what cannot be read and may be. */
  async tellOpen(): Promise<readonly HostActionRecord[]> {
    return [
      ...this.#listUnreadable(),
      ...(await Promise.all(this.#journal.listOpen().map((one) => this.describe(one)))),
    ];
  }

  /** What each status tells: nothing is said of acts that are over. */
  async summarize(): Promise<HostOperatorSummary> {
    const [open, unreadable] = [this.#journal.listOpen(), this.#listUnreadable()];
    const failed = open.filter(({ state }) => state === "undo_failed");
    return {
      state: "running",
      openActions: unreadable.length + open.length,
      failedUndos: [...unreadable, ...(await Promise.all(failed.map((one) => this.describe(one))))],
    };
  }

  /** One act. */
  async describe(record: JournalRecord): Promise<HostActionRecord> {
    return describeRecord(record, {
      byHand: this.#acts.listByHand(asOfBoot(record, this.#parts.bootId)),
      file: this.#journal.fileOf(record.actionId),
      exitCode: isOpen(record) ? null : await this.#acts.process.readExitCode(record.actionId),
    });
  }

  #listUnreadable(): readonly HostActionRecord[] {
    return this.#journal.listUnreadable().map((file) => describeUnreadable(file, this.#parts));
  }
}
