import type { HostAction } from "@primacy/contract/agent";
import type { JournalRecord } from "../record";

/** What an act needs to be carried out and undone. */
export type Performed<K extends HostAction["kind"]> = Pick<JournalRecord, "actionId"> & {
  readonly action: Extract<HostAction, { kind: K }>;
  readonly undo: Extract<JournalRecord["undo"], { kind: K }>;
};

/** One kind of act. Everything of it can be done twice: after a crash nobody knows how far it had come. */
export interface Act<K extends HostAction["kind"]> {
  /** Looks at what is there and says how the act is undone; nothing is changed. Throws OperatorRefusal. */
  prepare(action: Performed<K>["action"], actionId: string): Promise<Performed<K>["undo"]>;
  /** Does it, and returns how it is undone by what is known now. What it throws is undone. */
  perform(one: Performed<K>): Promise<Performed<K>["undo"]>;
  /** Makes it as it was before, whether the act was done, begun, or not begun. Throws UndoFailure. */
  undo(one: Performed<K>): Promise<void>;
  /** With what root does by hand what `undo` cannot. */
  listByHand(one: Performed<K>): readonly string[];
}
