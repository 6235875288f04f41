import path from "node:path";
import { type Message, message, pluginLibraryBytes } from "@primacy/contract";
import type { HostAction, HostOperatorAnswer, HostOperatorTask } from "@primacy/contract/agent";
import type { ActingHost } from "@primacy/host-acts";
import type { Layout } from "../store/layout";
import { CachesAct } from "./acts/caches-act";
import { CapabilitiesAct } from "./acts/capabilities-act";
import { FaultAct } from "./acts/fault-act";
import { FileAct } from "./acts/file-act";
import { LibraryAct } from "./acts/library-act";
import { ProcessAct } from "./acts/process-act";
import { ServiceAct } from "./acts/service-act";
import type { JournalRecord } from "./record";
import { StagedLibrary } from "./staged-library";

type Undo = JournalRecord["undo"];
/** Carried out with its input, and undone without. */
type Ordered = Pick<JournalRecord, "actionId" | "undo" | "undoAtMs"> & { readonly action: HostAction };

/** The kinds of acts as one: which does what is decided here alone. */
export class ActionKinds {
  readonly service: ServiceAct;
  readonly file: FileAct;
  readonly process: ProcessAct;
  readonly caches: CachesAct;
  readonly fault: FaultAct;
  readonly library: LibraryAct;
  readonly capabilities: CapabilitiesAct;
  readonly #staged: StagedLibrary;

  constructor(layout: Layout, host: ActingHost) {
    this.service = new ServiceAct(host, layout.operatorLockFolder);
    this.file = new FileAct(layout.operatorBackupFolder);
    this.process = new ProcessAct(host, layout.operatorOutputFolder, {
      run: path.dirname(layout.operatorSocket),
      own: path.dirname(layout.operatorOutputFolder),
    });
    this.caches = new CachesAct(host);
    this.fault = new FaultAct(host, this.service);
    this.#staged = new StagedLibrary(layout.operatorStageFolder, pluginLibraryBytes);
    this.library = new LibraryAct(this.#staged);
    this.capabilities = new CapabilitiesAct(host);
  }

  /** See `Act.prepare`. */
  prepare(action: HostAction, actionId: string): Promise<Undo> {
    switch (action.kind) {
      case "service":
        return this.service.prepare(action);
      case "file":
        return this.file.prepare(action, actionId);
      case "process":
        return this.process.prepare(action);
      case "caches":
        return this.caches.prepare();
      case "fault":
        return this.fault.prepare(action);
      case "library":
        return this.library.prepare(action);
      case "capabilities":
        return this.capabilities.prepare(action);
    }
  }

  /** See `StagedLibrary.add`. */
  async stage(
    part: Extract<HostOperatorTask, { verb: "stage" }>,
  ): Promise<Extract<HostOperatorAnswer, { kind: "staged" }>> {
    return { kind: "staged", bytes: await this.#staged.add(part) };
  }

  /** See `Act.perform`. */
  perform(one: Ordered): Promise<Undo> {
    return this.#with(one, (act) => act.perform());
  }

  /** See `Act.undo`. */
  undo(one: Ordered): Promise<void> {
    return this.#with(one, (act) => act.undo());
  }

  /**
   * Why an act on a service is over that an earlier boot left: it is as before, or is put back now. Null while the service manager is still to start or
   * stop it. What cannot be seen is left to the undo, which fails for the same reason.
   */
  async tellAfterBoot({ action, undo }: Pick<JournalRecord, "action" | "undo">): Promise<Message | null> {
    if (action.kind !== "service" || undo.kind !== "service") return message("operator.boot");
    const { service } = action;
    if (await this.service.isQueued(service).catch(() => false)) return null;
    const state = await this.service.observe(service).catch(() => null);
    return state === undo.before ? message("operator.boot") : message("operator.boot_put_back", { service });
  }

  /** A fault that is to be undone before its deadline, with what shows that it has ended already; any other record as it is. */
  async noteLapse(record: JournalRecord, nowMs: number): Promise<JournalRecord> {
    const { action, undo, state, undoAtMs } = record;
    const isInForce = state === "acted" && undoAtMs > nowMs;
    if (!isInForce || action.kind !== "fault" || undo.kind !== "fault") return record;
    const lapse = await this.fault.findLapse({ ...record, action, undo });
    return lapse === null ? record : { ...record, undo: { ...undo, lapse } };
  }

  /** See `Act.listByHand`. */
  listByHand(one: Ordered): readonly string[] {
    return this.#with(one, (act) => act.listByHand());
  }

  /** What was kept of an act, whatever it was. */
  filesOf(actionId: string): readonly string[] {
    return [this.file.backupOf(actionId), ...this.process.filesOf(actionId)];
  }

  #with<T>(
    { action, undo, actionId, undoAtMs }: Ordered,
    use: (act: {
      perform: () => Promise<Undo>;
      undo: () => Promise<void>;
      listByHand: () => readonly string[];
    }) => T,
  ): T {
    if (action.kind === "service" && undo.kind === "service")
      return use(bind(this.service, { actionId, action, undo }));
    if (action.kind === "file" && undo.kind === "file")
      return use(bind(this.file, { actionId, action, undo }));
    if (action.kind === "process" && undo.kind === "process")
      return use(bind(this.process, { actionId, action, undo }));
    if (action.kind === "caches" && undo.kind === "caches")
      return use(bind(this.caches, { actionId, action, undo }));
    if (action.kind === "fault" && undo.kind === "fault")
      return use(bind(this.fault, { actionId, action, undo, undoAtMs }));
    if (action.kind === "library" && undo.kind === "library")
      return use(bind(this.library, { actionId, action, undo }));
    if (action.kind === "capabilities" && undo.kind === "capabilities")
      return use(bind(this.capabilities, { actionId, action, undo }));
    throw new Error(`the act ${actionId} on a ${action.kind} has the undo of a ${undo.kind}`);
  }
}

function bind<O>(
  act: { perform(one: O): Promise<Undo>; undo(one: O): Promise<void>; listByHand(one: O): readonly string[] },
  one: O,
): { perform: () => Promise<Undo>; undo: () => Promise<void>; listByHand: () => readonly string[] } {
  return {
    perform: () => act.perform(one),
    undo: () => act.undo(one),
    listByHand: () => act.listByHand(one),
  };
}
