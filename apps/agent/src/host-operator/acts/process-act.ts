import { type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type FileHandle, mkdir, open, readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { message, messageWith } from "@primacy/contract";
import { hostOperatorFileBytes } from "@primacy/contract/agent";
import { type ActingHost, waitFor } from "@primacy/host-acts";
import { commandEnvironment, findCommand } from "../../command/run-command";
import { ToldError, tellError } from "../../message/told-error";
import { OperatorRefusal, UndoFailure } from "../refusal";
import type { Act, Performed } from "./act";
import { findMarked, readStartTicks } from "./marked-processes";
import { type InputFolders, type Owner, openProgramInput } from "./program-input";
import { isRootsOwn } from "./roots-own";

type Run = Performed<"process">;

const tools = ["setpriv", "prlimit", "sh"] as const;
const executable = 0o111;
const termLimitMs = 5_000;
const killLimitMs = 10_000;
/**
 * Whoever adopts it later still learns how it ended: the shell around it writes that to a file which is open as 3. What the shell
 * itself has to say goes nowhere: it would be ended for it where the output is full. Where memory runs out it goes no later
 * than others.
 */
const wrapper = 'exec 4>&2 2>/dev/null; echo 0 >/proc/self/oom_score_adj; "$@" 2>&4 3>&- 4>&-; echo $? >&3';

/**
 * Runs programs as users without privileges, each in a session of its own that outlives the host operator. All processes of a
 * program carry the act's id in their environment, by which they are found again whatever became of their parents.
 */
export class ProcessAct implements Act<"process"> {
  readonly #host: ActingHost;
  readonly #outputFolder: string;
  readonly #inputFolders: InputFolders;

  constructor(host: ActingHost, outputFolder: string, inputFolders: InputFolders) {
    this.#host = host;
    this.#outputFolder = outputFolder;
    this.#inputFolders = inputFolders;
  }

  async prepare({ program, runAs }: Run["action"]): Promise<Run["undo"]> {
    const missing = tools.filter((tool) => findCommand(tool) === null);
    const reasons = [
      ...missing.map((tool) => message("operator.tool_missing", { tool })),
      ...((await isSafeProgram(program)) ? [] : [message("operator.program_unsafe", { program })]),
      ...((await isPlainUser(runAs)) ? [] : [message("operator.user_unknown", { user: runAs })]),
    ];
    if (reasons.length > 0) throw new OperatorRefusal(...reasons);
    return { kind: "process", leader: null };
  }

  async perform({ action, actionId }: Run): Promise<Run["undo"]> {
    const user = await getUser(action.runAs);
    const { input: text } = action;
    await mkdir(this.#outputFolder, { recursive: true, mode: 0o700 });
    const opened: FileHandle[] = [];
    const keep = async (opening: Promise<FileHandle>): Promise<number> => {
      const handle = await opening;
      opened.push(handle);
      return handle.fd;
    };
    try {
      const output = await keep(open(this.outputOf(actionId), "wx", 0o600));
      const exit = await keep(open(this.#exitOf(actionId), "wx", 0o600));
      const isFile = text !== undefined && action.inputVariable === undefined;
      const input = isFile ? await keep(openProgramInput(text, user, this.#inputFolders)) : "ignore";
      return { kind: "process", leader: await start(action, actionId, user, [input, output, output, exit]) };
    } finally {
      await Promise.all(opened.map((handle) => handle.close()));
    }
  }

  async undo({ actionId, undo: { leader } }: Run): Promise<void> {
    try {
      await this.#signalAll(actionId, leader, "SIGTERM");
      if (await this.#awaitEnd(actionId, leader, termLimitMs)) return;
      await this.#signalAll(actionId, leader, "SIGKILL");
      if (await this.#awaitEnd(actionId, leader, killLimitMs)) return;
      throw new ToldError(message("operator.processes_left"));
    } catch (error) {
      throw new UndoFailure(messageWith("operator.undo_failed", {}, { reason: tellError(error) }));
    }
  }

  listByHand({ undo: { leader } }: Run): readonly string[] {
    return leader === null ? [] : [`pkill -KILL -s ${leader.pid}`];
  }

  /** Whether anything of the program runs. All processes are looked at only once its leader has ended. */
  async isRunning({ actionId, undo: { leader } }: Pick<Run, "actionId" | "undo">): Promise<boolean> {
    if (leader !== null && (await readStartTicks(leader.pid)) === leader.startTicks) return true;
    return (await findMarked(actionId, leader)).length > 0;
  }

  /** The exit code of a program that has ended; null where it was killed. */
  async readExitCode(actionId: string): Promise<number | null> {
    const code = (await readFile(this.#exitOf(actionId), "utf8").catch(() => "")).trim();
    return code === "" ? null : Number(code);
  }

  /**
   * The next part of what a program wrote, from a byte on. Asked for each second while it runs: the kernel has what was just written, and
   * a thread for each step of a read would cost more than the read.
   */
  readOutput(actionId: string, offset: number): { text: string; nextOffset: number } {
    const output = openToRead(this.outputOf(actionId));
    if (output === null) return { text: "", nextOffset: offset };
    try {
      const room = Math.min(Math.max(0, fstatSync(output).size - offset), hostOperatorFileBytes);
      const buffer = Buffer.alloc(room);
      const length = wholeCharacters(buffer.subarray(0, readSync(output, buffer, 0, room, offset)));
      return { text: buffer.toString("utf8", 0, length), nextOffset: offset + length };
    } finally {
      closeSync(output);
    }
  }

  /** Where a program's output lies. */
  outputOf(actionId: string): string {
    return path.join(this.#outputFolder, `${actionId}.log`);
  }

  /** All files of a program. */
  filesOf(actionId: string): readonly string[] {
    return [this.outputOf(actionId), this.#exitOf(actionId)];
  }

  #exitOf(actionId: string): string {
    return path.join(this.#outputFolder, `${actionId}.exit`);
  }

  async #signalAll(actionId: string, leader: Run["undo"]["leader"], signal: NodeJS.Signals): Promise<void> {
    for (const pid of await findMarked(actionId, leader)) {
      try {
        this.#host.signal(pid, signal);
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
      }
    }
  }

  #awaitEnd(actionId: string, leader: Run["undo"]["leader"], timeoutMs: number): Promise<boolean> {
    return waitFor(
      "the program's processes to be gone",
      async () => ((await findMarked(actionId, leader)).length === 0 ? true : undefined),
      { timeoutMs, intervalMs: 50 },
    ).catch(() => false);
  }
}

async function start(
  { program, args, runAs, maxOutputBytes, input, inputVariable }: Run["action"],
  actionId: string,
  { gid }: Owner,
  stdio: StdioOptions,
): Promise<NonNullable<Run["undo"]["leader"]>> {
  const [setpriv = "", prlimit = "", sh = ""] = tools.map((tool) => findCommand(tool) ?? "");
  const argv = [
    ...[`--reuid=${runAs}`, `--regid=${gid}`, "--init-groups", "--no-new-privs"],
    ...["--inh-caps=-all", "--bounding-set=-all", "--", prlimit, `--fsize=${maxOutputBytes}`],
    ...["--core=0", "--", sh, "-c", wrapper, "sh", program, ...args],
  ];
  const secret = inputVariable === undefined || input === undefined ? {} : { [inputVariable]: input };
  const child = spawn(setpriv, argv, {
    cwd: "/",
    detached: true,
    env: { ...commandEnvironment, ...secret, PRIMACY_ACTION: actionId },
    stdio,
  });
  await once(child, "spawn");
  child.unref();
  const pid = child.pid ?? 0;
  const startTicks = await readStartTicks(pid);
  // One that has ended so soon has nothing left that could be taken for another's.
  return { pid, startTicks: startTicks ?? "0" };
}

async function isSafeProgram(program: string): Promise<boolean> {
  try {
    const real = await realpath(program);
    const found = await stat(real);
    return found.isFile() && (found.mode & executable) !== 0 && (await isRootsOwn(real));
  } catch {
    return false;
  }
}

async function isPlainUser(name: string): Promise<boolean> {
  return ![0, undefined].includes((await findUser(name))?.uid);
}

/** Of one that was there when the act was prepared. Throws OperatorRefusal. */
async function getUser(name: string): Promise<Owner> {
  const user = await findUser(name);
  if (user === null) throw new OperatorRefusal(message("operator.user_unknown", { user: name }));
  return user;
}

/** By the host's own file: a name service may not answer, and no user of one is needed here. */
async function findUser(name: string): Promise<Owner | null> {
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  const [, , uid, gid] = lines.find(([known]) => known === name) ?? [];
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

/** Null where nothing was written. */
function openToRead(file: string): number | null {
  try {
    return openSync(file, "r");
  } catch {
    return null;
  }
}

/** How much of the bytes is whole characters: one that is cut at the end comes with the next part. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 0;
    if (needed > back) return bytes.length - back;
    if (needed > 0) break;
  }
  return bytes.length;
}
