import type { Message } from "@primacy/contract";
import type { FaultEvidence, HostFault } from "@primacy/contract/agent";
import { z } from "zod";
import type { FaultUndo, JournalRecord } from "../../record";
import type { NamedProcess } from "../listening-server";
import type { ServiceAct } from "../service-act";

/** A fault of one name. */
export type FaultOf<N extends HostFault["name"]> = Extract<HostFault, { name: N }>;

/** What a fault needs to be made and healed. */
export type FaultOrder<N extends HostFault["name"]> = Pick<JournalRecord, "actionId" | "undoAtMs"> & {
  readonly fault: FaultOf<N>;
  readonly undo: FaultUndo;
};

/** One fault of a drill. As with every act, all of it can be done twice, and after a crash nobody knows how far it had come. */
export interface FaultKind<N extends HostFault["name"]> {
  /** Looks whether it can be made, and notes what is hit; nothing is changed. Throws OperatorRefusal. */
  prepare(fault: FaultOf<N>): Promise<FaultUndo>;
  /** Makes it, and returns what was seen of it. What it throws is healed. */
  perform(order: FaultOrder<N>): Promise<FaultEvidence>;
  /** Asked before the undo of one that was made: what shows that it has ended already. Null: nothing does. Absent: that cannot be told. */
  findLapse?(order: FaultOrder<N>): Promise<Message | null>;
  /** Heals it, whether it was made, begun, or not begun. Throws UndoFailure. */
  undo(order: FaultOrder<N>): Promise<void>;
  /** With what root heals it by hand. */
  listByHand(order: FaultOrder<N>): readonly string[];
}

/** What faults need of services. */
export type FaultServices = Pick<ServiceAct, "observe" | "prepare" | "perform" | "undo" | "listByHand">;

/** The undo of a fault of which nothing but a process has to be known, or not even that. */
export function noteFault(server: NamedProcess | null): FaultUndo {
  return { kind: "fault", server, inodes: [], supervisor: null, unit: null, evidence: null };
}

const Hit = z.object({ pid: z.number(), startTicks: z.string(), name: z.string() });

/** The process that a fault hits. Throws of a cut and of busy processors, which hit none. */
export function hitOf({ server }: Pick<FaultUndo, "server">): NamedProcess {
  return Hit.parse(server);
}
