import { rm } from "node:fs/promises";
import { type Message, message, messageWith } from "@primacy/contract";
import type {
  HostAction,
  HostActionRecord,
  HostOperatorAnswer,
  HostOperatorReport,
  HostOperatorRequest,
  HostOperatorSummary,
  HostOperatorTask,
} from "@primacy/contract/agent";
import type { ActingHost } from "@primacy/host-acts";
import type { Identity } from "../identity/identity";
import type { Log } from "../log/log";
import { tellError } from "../message/told-error";
import type { Layout } from "../store/layout";
import { ActionKinds } from "./action-kinds";
import { Epochs } from "./epochs";
import { Journal } from "./journal";
import { JournalReport } from "./journal-report";
import { judgeRequest, type ValidRequest } from "./judge-request";
import {
  asOfBoot,
  describeFile,
  isPlaced,
  isSameAct,
  isServiceLeft,
  isSpent,
  isTakenBy,
  leavesNothing,
  lockOf,
  needsDeadMan,
  noteAfterBoot,
  outlivesBoot,
  planRecord,
  refuseUnprepared,
  refuseUnwritten,
  requireKeepable,
} from "./order-rules";
import { isOpen, type JournalRecord, targetOf } from "./record";
import { describeError, OperatorRefusal, UndoFailure } from "./refusal";
import { Retries } from "./retries";
import { hadTimeToStart } from "./since-boot";
import { TargetLocks } from "./target-locks";

/** What the host operator stands on. */
export interface HostOperatorParts {
  readonly layout: Layout;
  readonly identity: Pick<Identity, "bootstrap" | "caPem">;
  readonly bootId: string;
  readonly host: ActingHost;
  readonly log: Log;
  /** CLOCK_MONOTONIC in ms. */
  readonly now: () => number;
  /** By the same clock; a container's boot may be later than that of its kernel. */
  readonly bootedAtMs: number;
  /** Has a process of its own undo at their deadlines what is in the journal, should this one be gone by then. Throws ToldError. */
  readonly armDeadMan: () => Promise<void>;
}

/**
 * Acts on the host for the console: what a signed order under a signed grant says, after its undo is in the journal. Undoes each
 * act at its deadline unless it was kept, and tries again what it could not undo until it is done or root settles it.
 */
export class HostOperator {
  readonly #parts: HostOperatorParts;
  readonly #acts: ActionKinds;
  readonly #journal: Journal;
  readonly #told: JournalReport;
  readonly #epochs: Epochs;
  readonly #locks = new TargetLocks();
  readonly #retries = new Retries();

  private constructor(parts: HostOperatorParts, journal: Journal, epochs: Epochs) {
    this.#parts = parts;
    this.#acts = new ActionKinds(parts.layout, parts.host);
    this.#journal = journal;
    this.#told = new JournalReport(parts, journal, this.#acts);
    this.#epochs = epochs;
  }

  /** Reads the journal; nothing is done yet. Throws StoreError. */
  static async open(parts: HostOperatorParts): Promise<HostOperator> {
    const { layout, log } = parts;
    const journal = await Journal.open(layout.operatorJournalFolder, log);
    return new HostOperator(parts, journal, await Epochs.open(layout.operatorEpochsFile));
  }

  /**
   * Puts back the files that an earlier boot left edited, and deletes what fills a disk, before the services of this one meet them. Services are not touched:
   * they could not start before this has ended. Returns when all was tried.
   */
  async replayFiles(): Promise<void> {
    await this.#replayEach(({ action, bootId }) => outlivesBoot(action) && bootId !== this.#parts.bootId);
  }

  /**
   * Undoes what a boot or a crash left. Of an earlier boot every act that was in force: programs ended with it, files did not, nor did one that fills
   * a disk. Whether a service is as before can be seen once this boot has started what it starts: `tick` does that. Of this boot what was begun and
   * never finished, and what is due. Returns when all of it was tried.
   */
  async replay(): Promise<void> {
    await this.#replayEach(() => true);
    await this.#prune();
  }

  /** The same of some acts, for the process that keeps deadlines. */
  async heal(actionIds: readonly string[]): Promise<void> {
    await this.#replayEach(({ actionId }) => actionIds.includes(actionId));
  }

  /**
   * Has the deadlines of what is in force kept without this process, too, for who did that may be gone. Where it fails the log tells, and the next act
   * tries again.
   */
  async arm(): Promise<void> {
    const { bootId, log } = this.#parts;
    if (!this.#journal.listOpen().some((record) => record.bootId === bootId && needsDeadMan(record))) return;
    await this.#armDeadMan().catch((error: unknown) =>
      log.error("nobody keeps deadlines beside the host operator", { error: describeError(error) }),
    );
  }

  /** One at a time: each looks first whether the process is there. */
  async #armDeadMan(): Promise<void> {
    await this.#locks.with("dead man", () => this.#parts.armDeadMan());
  }

  async #replayEach(isMeant: (record: JournalRecord) => boolean): Promise<void> {
    const open = this.#journal.listOpen().filter(isMeant);
    await Promise.all(open.map((record) => this.#locks.with(lockOf(record), () => this.#replay(record))));
  }

  /** Forgets the oldest acts that are over, but none whose order could still come again, and no library that was kept. */
  async #prune(): Promise<void> {
    const { bootId, now } = this.#parts;
    const spent = await this.#journal.prune((record) => isSpent(record, bootId, now()));
    await Promise.all(spent.map((record) => this.#forgetFiles(record)));
  }

  async #replay(record: JournalRecord): Promise<void> {
    if (record.bootId !== this.#parts.bootId) {
      if (outlivesBoot(record.action)) return this.#undo(record, message("operator.boot"));
      const left = noteAfterBoot(record);
      if (left !== null) await this.#journal.note(left, this.#parts.log);
      return;
    }
    if (record.state === "planned") return this.#undo(record, message("operator.interrupted"), "failed");
    if (record.state === "undo_failed") return this.#undo(record, message("operator.undone_late"));
    if (record.undoAtMs <= this.#parts.now()) return this.#undo(record, message("operator.deadline_passed"));
  }

  /** Undoes what is due, and notes programs that have ended. What is under way is left to who does it. */
  async tick(): Promise<void> {
    const now = this.#parts.now();
    const idle = this.#journal.listOpen().filter((record) => !this.#locks.isBusy(lockOf(record)));
    await Promise.all(idle.map((record) => this.#locks.with(lockOf(record), () => this.#look(record, now))));
  }

  async #look(record: JournalRecord, now: number): Promise<void> {
    const { bootId, bootedAtMs, log } = this.#parts;
    const isLeft = isServiceLeft(record, bootId);
    if (!this.#retries.isDue(record.actionId, now)) return;
    if (isLeft && !hadTimeToStart(now - bootedAtMs)) return;
    if (record.state === "undo_failed") {
      if (await this.#journal.isDismissed(record)) {
        log.warn("root has settled an act by hand", { actionId: record.actionId });
        return this.#forgetFiles(record);
      }
      return this.#undo(record, message("operator.undone_late"));
    }
    if (isLeft) {
      const reason = await this.#acts.tellAfterBoot(asOfBoot(record, bootId));
      return reason === null ? this.#retries.putOff(record.actionId, now) : this.#undo(record, reason);
    }
    if (record.state !== "acted") return;
    if (record.undoAtMs <= now) return this.#undo(record, message("operator.deadline_passed"));
    const { actionId, undo } = record;
    if (undo.kind === "process" && !(await this.#acts.process.isRunning({ actionId, undo })))
      await this.#journal.note({ ...record, state: "undone", reason: message("operator.ended") }, log);
  }

  /** Carries out one request, or says why not. */
  async serve(request: HostOperatorRequest): Promise<HostOperatorAnswer> {
    const { identity, bootId, now, log } = this.#parts;
    const verdict = judgeRequest(request, {
      authorityPem: identity.caPem,
      consoleId: identity.bootstrap.consoleId,
      hostId: identity.bootstrap.hostId,
      wallMs: Date.now(),
      bootId,
      monotonicMs: now(),
      floorOf: (clusterId) => this.#epochs.floorOf(clusterId),
    });
    try {
      if (verdict.kind === "refused") throw new OperatorRefusal(...verdict.reasons);
      const { clusterId, epoch } = verdict.grant;
      await this.#epochs.raise(clusterId, epoch).catch(refuseUnwritten);
      return await this.#execute(verdict);
    } catch (error) {
      if (!(error instanceof OperatorRefusal)) throw error;
      log.warn("an order was refused", { reasons: error.reasons.map(({ text }) => text) });
      return { kind: "refused", reasons: [...error.reasons] };
    }
  }

  /** The journal, for the agent: what is in force first. */
  async report(): Promise<HostOperatorReport> {
    return this.#told.tellAll();
  }

  /** What each status tells of it. Asked every second: nothing is said of acts that are over. */
  async summarize(): Promise<HostOperatorSummary> {
    return this.#told.summarize();
  }

  /**
   * Undoes what is in force: everything, or what is of one kind, but for a service that an earlier boot left: that has its time. Returns what is in force
   * after that.
   */
  async undoAll(reason: Message, kind?: HostAction["kind"]): Promise<readonly HostActionRecord[]> {
    const { bootId } = this.#parts;
    const open = this.#journal
      .listOpen()
      .filter((one) => kind === undefined || (one.action.kind === kind && !isServiceLeft(one, bootId)));
    const undo = async ({ actionId }: JournalRecord): Promise<void> => {
      const found = this.#journal.find(actionId);
      if (found !== null && isOpen(found)) await this.#undo(found, reason);
    };
    await Promise.all(open.map((one) => this.#locks.with(lockOf(one), () => undo(one))));
    return this.#told.tellOpen();
  }

  #execute(valid: ValidRequest): Promise<HostOperatorAnswer> {
    const { task } = valid.order;
    switch (task.verb) {
      case "act":
        return this.#act(valid, task);
      case "undo":
        return this.#change(valid, task.actionId, (record) => this.#undoByOrder(record));
      case "keep":
        return this.#change(valid, task.actionId, (record) => this.#keep(record));
      case "stage":
        // Two parts never meet.
        return this.#locks.with("stage", () => this.#acts.stage(task));
      default:
        return this.#read(valid, task);
    }
  }

  async #act(
    { grant, order }: ValidRequest,
    { action, undoAtMs }: Extract<HostOperatorTask, { verb: "act" }>,
  ): Promise<HostOperatorAnswer> {
    const { orderId: actionId, notAfterMs } = order;
    const target = targetOf(action);
    return this.#locks.with(lockOf({ action, actionId }), async () => {
      const known = this.#journal.find(actionId);
      if (known !== null && !isSameAct(known, grant.clusterId, action))
        throw new OperatorRefusal(message("operator.id_reused"));
      if (known !== null) return { kind: "action", action: await this.#told.describe(known) };
      if (this.#journal.listOpen().some((one) => isTakenBy(one, { action, actionId })))
        throw new OperatorRefusal(message("operator.busy", { target }));
      const undo = await this.#acts.prepare(action, actionId).catch(refuseUnprepared);
      // What came before on this target may have taken long.
      if (notAfterMs < this.#parts.now()) throw new OperatorRefusal(message("operator.late"));
      const { bootId } = this.#parts;
      const planned = planRecord(grant, { actionId, bootId, undoAtMs, notAfterMs, action, undo });
      await this.#journal.write(planned).catch(refuseUnwritten);
      await this.#perform(planned, action);
      await this.#prune();
      return { kind: "action", action: await this.#told.describe(this.#journal.find(actionId) ?? planned) };
    });
  }

  async #perform(planned: JournalRecord, action: HostAction): Promise<void> {
    const { log } = this.#parts;
    const { actionId, grantedTo } = planned;
    log.info("an act begins", { actionId, target: targetOf(action), kind: action.kind, who: grantedTo.who });
    try {
      if (needsDeadMan({ ...planned, action })) await this.#armDeadMan();
      const undo = await this.#acts.perform({ ...planned, action });
      const state = leavesNothing(action, undo) ? "kept" : "acted";
      await this.#journal.note({ ...planned, state, undo }, log);
    } catch (error) {
      log.warn("an act failed", { actionId, error: describeError(error) });
      const reason =
        error instanceof OperatorRefusal
          ? error.told
          : messageWith("operator.failed", {}, { reason: tellError(error) });
      await this.#undo(planned, reason, "failed");
    }
  }

  /** Does something with an act of the grant's cluster and kinds. */
  async #change(
    { grant }: ValidRequest,
    actionId: string,
    change: (record: JournalRecord) => Promise<void>,
  ): Promise<HostOperatorAnswer> {
    const found = this.#findGranted(grant, actionId);
    return this.#locks.with(lockOf(found), async () => {
      await change(this.#findGranted(grant, actionId));
      return { kind: "action", action: await this.#told.describe(this.#findGranted(grant, actionId)) };
    });
  }

  #findGranted({ clusterId, kinds }: ValidRequest["grant"], actionId: string): JournalRecord {
    const record = this.#journal.find(actionId);
    if (record === null || record.clusterId !== clusterId)
      throw new OperatorRefusal(message("operator.unknown_action"));
    if (!kinds.includes(record.action.kind))
      throw new OperatorRefusal(message("operator.kind", { kind: record.action.kind }));
    return record;
  }

  async #undoByOrder(record: JournalRecord): Promise<void> {
    const isRestorable = record.state === "kept" && isPlaced(record.action);
    if (record.state === "kept" && !isRestorable) throw new OperatorRefusal(message("operator.not_undoable"));
    if (isOpen(record)) await this.#undo(record, message("operator.ordered"));
    else if (isRestorable) await this.#restore(record);
  }

  /** A kept file or library is in force by its own right: where it cannot be put back it stays kept. */
  async #restore(record: JournalRecord): Promise<void> {
    try {
      await this.#acts.undo(record);
    } catch (error) {
      throw error instanceof UndoFailure ? new OperatorRefusal(error.told) : error;
    }
    await this.#noteUndone(record, "undone", message("operator.ordered"));
  }

  async #keep(record: JournalRecord): Promise<void> {
    if (record.state === "kept") return;
    requireKeepable(record, this.#parts.bootId);
    await this.#journal.write({ ...record, state: "kept" }).catch(refuseUnwritten);
  }

  /** The caller has the lock of the target. */
  async #undo(found: JournalRecord, reason: Message, state: "undone" | "failed" = "undone"): Promise<void> {
    const { log, now } = this.#parts;
    const { actionId } = found;
    const record = await this.#acts.noteLapse(found, now());
    try {
      await this.#acts.undo(asOfBoot(record, this.#parts.bootId));
      this.#retries.forget(actionId);
      await this.#noteUndone(record, state, reason);
    } catch (error) {
      if (!(error instanceof UndoFailure)) throw error;
      this.#retries.putOff(actionId, now());
      log.error("an act could not be undone", {
        actionId,
        target: targetOf(record.action),
        error: error.message,
      });
      await this.#journal.note({ ...record, state: "undo_failed", reason: error.told }, log);
    }
  }

  async #noteUndone(record: JournalRecord, state: "undone" | "failed", reason: Message): Promise<void> {
    const { actionId, action } = record;
    const isWritten = await this.#journal.note({ ...record, state, reason }, this.#parts.log);
    // Else the next start finds the act in force, and needs it once more.
    if (isWritten && action.kind === "file") await rm(this.#acts.file.backupOf(actionId), { force: true });
    this.#parts.log.info("an act was undone", { actionId, target: targetOf(action), reason: reason.text });
  }

  async #read(
    { grant }: ValidRequest,
    task: Extract<HostOperatorTask, { verb: `read_${string}` }>,
  ): Promise<HostOperatorAnswer> {
    if (task.verb === "read_output") {
      const action = await this.#told.describe(this.#findGranted(grant, task.actionId));
      return { kind: "output", ...this.#acts.process.readOutput(task.actionId, task.offset), action };
    }
    if (task.verb === "read_file") {
      const file = await this.#acts.file.read(task.path);
      return { kind: "file", file: file && describeFile(file) };
    }
    const { service } = task;
    const state = await this.#acts.service.observe(service);
    if (state === null) throw new OperatorRefusal(message("operator.service_unknown", { service }));
    return { kind: "service", state };
  }

  /** Of an act that is not in the journal any more. */
  async #forgetFiles({ actionId }: JournalRecord): Promise<void> {
    this.#retries.forget(actionId);
    await Promise.all(this.#acts.filesOf(actionId).map((one) => rm(one, { force: true })));
  }
}
