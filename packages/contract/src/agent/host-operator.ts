import { z } from "zod";
import { pluginLibraryBytes } from "../greatdb-ha/plugin-library";
import { Message } from "../message/schema";
import { Id, MonotonicMs, Sha256 } from "../primitives/scalar";
import { SignedAddressGrant } from "./address-grant";
import { HostFault } from "./host-fault";
import { ServerUnit, ServiceName } from "./operable-services";

/** The form of grants and orders that this version makes and takes. */
export const hostOperatorVersion = 1;

/** The longest line between agent and host operator, in bytes. */
export const hostOperatorLineBytes = 4 * 1024 * 1024;

/** The largest file that is read or edited, and the largest part of an output that is read at once, in bytes. */
export const hostOperatorFileBytes = 256 * 1024;

/** The largest input of a program, in bytes of UTF-8. */
export const programInputBytes = 64 * 1024;

/** The longest that a grant lasts, and so that any act lasts before it is undone. */
export const longestGrantMs = 24 * 3_600_000;

/** What sort of thing an act is done to. */
export const HostActionKind = z.enum([
  "service",
  "file",
  "process",
  "caches",
  "fault",
  "library",
  "capabilities",
]);
export type HostActionKind = z.infer<typeof HostActionKind>;

/** Where files may be read and edited: the option and configuration files of what Primacy serves, and nothing else of the host. */
export const operableFiles = [
  "/etc/my.cnf",
  "/etc/my.cnf.d/",
  "/etc/mysql/",
  "/etc/mysqlrouter/",
  "/etc/haproxy/",
  "/etc/keepalived/",
] as const;

const FilePath = z
  .string()
  .max(500)
  .regex(/^\/[A-Za-z0-9._/@-]+$/)
  .refine((path) => !path.split("/").some((part) => part === ".." || part === "."))
  .refine((path) =>
    operableFiles.some((known) =>
      known.endsWith("/") ? path.startsWith(known) && path.length > known.length : path === known,
    ),
  );

/** Whether the host operator reads and edits the file at a path, as far as its path says. */
export function isOperableFile(path: string): boolean {
  return FilePath.safeParse(path).success;
}

/** So many bytes of a library travel in one order at the most. */
export const stagedPartBytes = 768 * 1024;

/**
 * A folder from which a server loads plugins: below `/usr` or `/opt`, its last part named `plugin`. Whether it is one, and root's own, the
 * host looks at.
 */
export const PluginFolder = z
  .string()
  .max(500)
  .regex(/^\/(?:usr|opt)\/(?:[A-Za-z0-9._+-]+\/)*plugin\/?$/)
  .refine((folder) => !folder.split("/").some((part) => part === ".." || part === "."));

/** A user of the host, which is never root. */
const RunAs = z
  .string()
  .regex(/^[a-z_][a-z0-9_-]{0,31}$/)
  .refine((name) => name !== "root");

/** What a program reads as its standard input: the place for a password, which no command line and no journal may have. */
const ProgramInput = z
  .string()
  .max(programInputBytes)
  .refine((text) => utf8Length(text) <= programInputBytes);

/**
 * A variable in which programs look for a password. No other can be set: the loader, the shell and the libraries have variables that
 * change what a program is.
 */
export const PasswordVariable = z.string().regex(/^(?:MYSQL_PWD|[A-Z][A-Z0-9_]{0,50}_PASSWORD)$/, {
  error: "benchmark_variable",
});

/**
 * One act on a host. A service is brought to what `act` says; a file gets `text` in place of the content whose hash is
 * `expects` (null: there is no file yet); a program runs as a user without privileges, in a session of its own, with its output
 * in a file of the host operator that cannot grow beyond `maxOutputBytes`. It may open its `input` anew as `/dev/stdin`, or has it in
 * its environment as `inputVariable`. `caches` drops what the kernel keeps of files in memory. `fault` is what a drill does; it is undone,
 * and cannot be kept. `library` puts what was staged with that hash into a folder of plugins as `greatdb_ha.so`, where there is no such file.
 * `capabilities` gives the server of a systemd unit the capabilities of the plugin from its next start on: by a drop-in whose name and text
 * are the host operator's own, where there is none of that name.
 */
export const HostAction = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("service"),
    service: ServiceName,
    act: z.enum(["start", "stop", "restart"]),
  }),
  z.strictObject({
    kind: z.literal("file"),
    path: FilePath,
    expects: Sha256.nullable(),
    text: z.string().max(hostOperatorFileBytes),
  }),
  z.strictObject({
    kind: z.literal("process"),
    program: z.string().regex(/^\/(usr\/)?(local\/)?s?bin\/[A-Za-z0-9._-]+$/),
    args: z.array(z.string().max(4_096)).max(200).readonly(),
    runAs: RunAs,
    input: ProgramInput.optional(),
    inputVariable: PasswordVariable.optional(),
    maxOutputBytes: z
      .number()
      .int()
      .min(1)
      .max(1024 ** 3),
  }),
  z.strictObject({ kind: z.literal("caches") }),
  z.strictObject({ kind: z.literal("fault"), fault: HostFault }),
  z.strictObject({ kind: z.literal("library"), folder: PluginFolder, sha256: Sha256 }),
  z.strictObject({ kind: z.literal("capabilities"), unit: ServerUnit }),
]);
export type HostAction = z.infer<typeof HostAction>;

/** For whom the console asks: the person or token behind it, and the operation that it belongs to. */
const GrantedTo = z.strictObject({ who: z.string().min(1).max(200), operationId: Id.nullable() });

/**
 * The console's word that acts of some kinds may be done on one host for one cluster, until an instant of that host's
 * monotonic clock in one boot: it is void after a reboot, and void below an epoch of the cluster that the host has seen.
 */
export const HostOperatorGrant = z.strictObject({
  version: z.literal(hostOperatorVersion),
  grantId: Id,
  hostId: Id,
  clusterId: Id,
  epoch: z.number().int().nonnegative(),
  grantedTo: GrantedTo,
  kinds: z.array(HostActionKind).min(1),
  bootId: z.string().min(1).max(64),
  untilMs: MonotonicMs,
});
export type HostOperatorGrant = z.infer<typeof HostOperatorGrant>;

/** What is asked under a grant. `undoAtMs`: when the act is undone unless it was kept; no later than the grant lasts. */
export const HostOperatorTask = z.discriminatedUnion("verb", [
  z.strictObject({ verb: z.literal("act"), action: HostAction, undoAtMs: MonotonicMs }),
  /** Undoes an act, also a file, a library or a drop-in that was kept, where it still can; a program is ended. */
  z.strictObject({ verb: z.literal("undo"), actionId: Id }),
  /** The act stays: it is not undone at its deadline. Programs cannot be kept. */
  z.strictObject({ verb: z.literal("keep"), actionId: Id }),
  /**
   * A part of a library, for an act that places it: the first one (`offset` 0) takes the place of any other library that was staged.
   * A part that comes again changes nothing.
   */
  z.strictObject({
    verb: z.literal("stage"),
    sha256: Sha256,
    offset: z.number().int().min(0).max(pluginLibraryBytes),
    data: z.base64().max(Math.ceil(stagedPartBytes / 3) * 4),
  }),
  z.strictObject({ verb: z.literal("read_service"), service: ServiceName }),
  z.strictObject({ verb: z.literal("read_file"), path: FilePath }),
  z.strictObject({ verb: z.literal("read_output"), actionId: Id, offset: z.number().int().nonnegative() }),
]);
export type HostOperatorTask = z.infer<typeof HostOperatorTask>;

/** One order. Its id is that of the act it does: sent again, it tells what came of it and does nothing. */
export const HostOperatorOrder = z.strictObject({
  version: z.literal(hostOperatorVersion),
  orderId: Id,
  grantId: Id,
  /** After this instant of the host's clock it is not begun any more. */
  notAfterMs: MonotonicMs,
  task: HostOperatorTask,
});
export type HostOperatorOrder = z.infer<typeof HostOperatorOrder>;

/** Longer than that of a grant of addresses: a file is in it, whose every character may be escaped. */
const SignedOrder = SignedAddressGrant.extend({
  text: z
    .string()
    .min(2)
    .max(2 * 1024 * 1024),
});

/** Grant and order as they travel, each signed by the console; see {@link SignedAddressGrant} for the form. */
export const HostOperatorRequest = z.strictObject({ grant: SignedAddressGrant, order: SignedOrder });
export type HostOperatorRequest = z.infer<typeof HostOperatorRequest>;

/** Whether a service runs, as its own init script or unit says. */
export const ServiceState = z.enum(["running", "stopped"]);
export type ServiceState = z.infer<typeof ServiceState>;

/**
 * How far an act is. `planned`: written down, and perhaps begun, or on a service that an earlier boot left and that was not checked since; `acted`: done, and undone at its deadline; `kept`: done to stay;
 * `undone`: all is as before, or a program has ended; `failed`: it could not be done and is undone; `undo_failed`: it could
 * not be undone, is tried again, and needs a person.
 */
export const HostActionState = z.enum(["planned", "acted", "kept", "undone", "failed", "undo_failed"]);
export type HostActionState = z.infer<typeof HostActionState>;

/** That a fault took effect: seen by something else than what made it. Instants are of the host's monotonic clock. */
export const FaultEvidence = z.object({
  /** Just before it was made. */
  actedMs: MonotonicMs,
  /** When its effect had been seen. */
  seenMs: MonotonicMs,
  /** What was seen, one sentence each. */
  seen: z.array(Message),
});
export type FaultEvidence = z.infer<typeof FaultEvidence>;

/** One act as the journal has it. */
export const HostActionRecord = z.object({
  actionId: Id,
  clusterId: Id,
  grantedTo: GrantedTo,
  kind: HostActionKind,
  /** What it was done to: a service, a path, a program, or what a fault hits. */
  target: z.string(),
  state: HostActionState,
  bootId: z.string(),
  startedAt: z.string(),
  undoAtMs: MonotonicMs,
  /** Why it is undone or failed, or cannot be undone; null while there is nothing to say. */
  reason: Message.nullable(),
  /** Commands with which root does by hand what could not be undone. */
  byHand: z.array(z.string()),
  /** The command with which root has the journal forget it: what is there stays. */
  settle: z.string(),
  /** Of a program: its id while it runs, and its exit code once it has ended. */
  process: z
    .object({ pid: z.number().int(), isRunning: z.boolean(), exitCode: z.number().int().nullable() })
    .nullable(),
  /** Of a fault that took effect; absent of other acts, and before it did. */
  evidence: FaultEvidence.optional(),
  /** Of a fault that was undone before its deadline: what showed then that it had ended by itself, or by somebody else. */
  lapse: Message.optional(),
});
export type HostActionRecord = z.infer<typeof HostActionRecord>;

/** What an order comes to. `refused`: nothing was begun, for these reasons. */
export const HostOperatorAnswer = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("refused"), reasons: z.array(Message).min(1) }),
  z.object({ kind: z.literal("action"), action: HostActionRecord }),
  z.object({ kind: z.literal("service"), state: ServiceState }),
  /** So many bytes of a library are there now. */
  z.object({ kind: z.literal("staged"), bytes: z.number().int() }),
  z.object({
    kind: z.literal("file"),
    /** Null where there is no such file. */
    file: z.object({ text: z.string(), sha256: Sha256, mode: z.number().int() }).nullable(),
  }),
  z.object({
    kind: z.literal("output"),
    text: z.string(),
    nextOffset: z.number().int(),
    /** The act as it was before its output was read, so that of one that is over nothing is missing; absent from an agent of an earlier release. */
    action: HostActionRecord.optional(),
  }),
]);
export type HostOperatorAnswer = z.infer<typeof HostOperatorAnswer>;

/**
 * The host operator as its agent sees it. `off`: root has not switched it on; `silent`: it is switched on and does not answer.
 * The clock is what grants and deadlines are counted by.
 */
export const HostOperatorReport = z.object({
  state: z.enum(["off", "silent", "running"]),
  clock: z.object({ bootId: z.string(), monotonicMs: MonotonicMs }).nullable(),
  /** Acts that are not over, the newest first, and after them some that are. */
  actions: z.array(HostActionRecord),
});
export type HostOperatorReport = z.infer<typeof HostOperatorReport>;

/** What every status tells of the host operator: whether it is there, and what needs a person. */
export const HostOperatorSummary = z.object({
  state: HostOperatorReport.shape.state,
  openActions: z.number().int(),
  failedUndos: z.array(HostActionRecord),
});
export type HostOperatorSummary = z.infer<typeof HostOperatorSummary>;

/** A contract has no TextEncoder. */
function utf8Length(text: string): number {
  return [...text].reduce((sum, character) => {
    const code = character.codePointAt(0) ?? 0;
    return sum + (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
  }, 0);
}
