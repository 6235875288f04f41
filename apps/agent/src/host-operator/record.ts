import path from "node:path";
import { Message } from "@primacy/contract";
import {
  FaultEvidence,
  type HostAction,
  HostActionRecord,
  type HostFault,
  pluginLibraryName,
  ServiceState,
} from "@primacy/contract/agent";
import { ownDropInFile } from "@primacy/core/greatdb-ha";
import { z } from "zod";
import { KeptAction } from "./kept-action";

/** What brings a service back to what it was. */
export const ServiceUndo = z.strictObject({ kind: z.literal("service"), before: ServiceState });

/** What brings a file back: whether there was one, and the hashes of what was there and of what is put there. */
export const FileUndo = z.strictObject({
  kind: z.literal("file"),
  beforeSha256: z.string().nullable(),
  afterSha256: z.string(),
});

/** What ends a program, also one that was started and never written down: its session has a mark with the act's id. */
export const ProcessUndo = z.strictObject({
  kind: z.literal("process"),
  /** Null until it has been started. Ticks since boot, as `/proc/PID/stat` has them: with the id they name one process for good. */
  leader: z.strictObject({ pid: z.number().int(), startTicks: z.string() }).nullable(),
});

/** The file that was placed, and by its hash that it is as it was. */
export const LibraryUndo = z.strictObject({
  kind: z.literal("library"),
  file: z.string(),
  sha256: z.string(),
  /** Number of the file on its file system: another one in its place is not this act's. Absent until it is in place. */
  inode: z.string().optional(),
});

/** The drop-in that was written for a unit. */
export const CapabilitiesUndo = z.strictObject({
  kind: z.literal("capabilities"),
  file: z.string(),
  sha256: z.string(),
  /** Exactly this drop-in was there: it is somebody else's, and stays. */
  wasThere: z.boolean(),
  /** The unit had a folder for its drop-ins. */
  hadFolder: z.boolean(),
  /** As of a library. */
  inode: z.string().optional(),
});

/** Caches that were dropped fill again by themselves. */
export const CachesUndo = z.strictObject({ kind: z.literal("caches") });

const NamedProcess = z.strictObject({ pid: z.number().int(), startTicks: z.string(), name: z.string() });

/** What is needed to heal a fault of a drill, and what was seen of it once it took effect. */
export const FaultUndo = z.strictObject({
  kind: z.literal("fault"),
  /** The process that is hit: a server, the agent or the first one of a proxy; null of a cut and of busy processors. Of a full disk its server. */
  server: NamedProcess.nullable(),
  /** What it started and what is hit with it; absent: nothing. */
  further: z.array(NamedProcess).optional(),
  /** Of the sockets on which it listened, where the fault closes them. */
  inodes: z.array(z.string()),
  /** What starts it again; null where only a service manager does, or nobody. */
  supervisor: NamedProcess.nullable(),
  /** Null where the host has no systemd. */
  unit: z.string().nullable(),
  evidence: FaultEvidence.nullable(),
  /** That is filled, by the file behind it; absent: none is. */
  fileSystem: z.strictObject({ image: z.string(), mountPoint: z.string() }).optional(),
  /** What showed, as it was undone, that it had ended before. */
  lapse: Message.optional(),
});

/** One act as its file in the journal has it: what was ordered, by whom, and how it is undone. */
export const JournalRecord = z.strictObject({
  ...HostActionRecord.omit({
    ...{ kind: true, target: true, process: true, byHand: true, settle: true, evidence: true, lapse: true },
  }).shape,
  notAfterMs: z.number(),
  action: KeptAction,
  undo: z.discriminatedUnion("kind", [
    ServiceUndo,
    FileUndo,
    ProcessUndo,
    CachesUndo,
    FaultUndo,
    LibraryUndo,
    CapabilitiesUndo,
  ]),
  reason: Message.nullable(),
});
export type JournalRecord = z.infer<typeof JournalRecord>;
export type ServiceUndo = z.infer<typeof ServiceUndo>;
export type FileUndo = z.infer<typeof FileUndo>;
export type ProcessUndo = z.infer<typeof ProcessUndo>;
export type FaultUndo = z.infer<typeof FaultUndo>;

/** What an act is done to, by which two acts on the same thing are known. */
export function targetOf(action: HostAction): string {
  switch (action.kind) {
    case "service":
      return action.service;
    case "file":
      return action.path;
    case "process":
      return action.program;
    case "caches":
      return "drop_caches";
    case "fault":
      return targetOfFault(action.fault);
    case "library":
      return path.join(action.folder, pluginLibraryName);
    case "capabilities":
      return ownDropInFile(action.unit);
  }
}

/** Two faults on the same thing cannot be in force at once. */
function targetOfFault(fault: HostFault): string {
  switch (fault.name) {
    case "kill_server":
    case "stop_server":
      return fault.service;
    case "freeze_server":
    case "fill_disk":
      return `port ${fault.port}`;
    case "kill_agent":
    case "freeze_agent":
      return "primacy-agent";
    case "cut":
      return "network";
    case "busy_processors":
      return "processors";
    case "kill_proxy":
      return fault.program;
  }
}

/** True while something of the act is in force, or may be. */
export function isOpen({ state }: Pick<JournalRecord, "state">): boolean {
  return state === "planned" || state === "acted" || state === "undo_failed";
}
