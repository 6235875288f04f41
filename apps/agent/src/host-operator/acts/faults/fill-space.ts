import { type FileHandle, open, rm, statfs } from "node:fs/promises";
import { message } from "@primacy/contract";
import { CommandError, findCommand, runCommand } from "../../../command/run-command";
import { ToldError } from "../../../message/told-error";
import { OperatorRefusal } from "../../refusal";
import { deviceOf, type MountedFileSystem } from "./drill-file-systems";

/** How much of a file system is there, and how much of that is free to programs that are not root's, in bytes. */
export interface Space {
  readonly sizeBytes: number;
  readonly freeBytes: number;
}

const tool = "fallocate";
/** One call takes what is there at once, or fails. */
const callLimitMs = 10_000;
const noSpace = "No space left on device";

/** Asks the kernel how full the file system of a path is. Throws as statfs(2). */
export async function readSpace(path: string): Promise<Space> {
  const { bsize, blocks, bavail } = await statfs(path);
  return { sizeBytes: blocks * bsize, freeBytes: bavail * bsize };
}

/** Throws OperatorRefusal where this host cannot take space without writing it. */
export function requireFillTool(): void {
  if (findCommand(tool) === null) throw new OperatorRefusal(message("operator.tool_missing", { tool }));
}

/**
 * Takes all space of a file system with one new file of root's: blocks are set aside and not written, so that the image behind it does not grow. What is
 * free to root alone is taken too. Throws ToldError where it cannot, where another file system is mounted there by now, or where it has not come to its
 * end at `untilMs` of the clock.
 */
export async function fillSpace(
  { device, mountPoint }: Pick<MountedFileSystem, "device" | "mountPoint">,
  file: string,
  { untilMs, now }: { readonly untilMs: number; readonly now: () => number },
): Promise<void> {
  // A name that is there already, a link too, is nobody's to fill.
  const handle = await open(file, "wx", 0o600);
  try {
    // It may have been unmounted since it was looked at, and the file lie on the disk below.
    if (deviceOf(await handle.stat({ bigint: true })) !== device) {
      await rm(file, { force: true });
      throw new ToldError(message("operator.fault_fill_gone", { mountPoint }));
    }
    const { bsize, bfree } = await statfs(pathOf(handle));
    let takenBytes = 0;
    let blocks = bfree;
    while (blocks >= 1) {
      if (now() > untilMs) throw new ToldError(message("operator.fault_fill_slow", { mountPoint }));
      const bytes = blocks * bsize;
      if (await take(handle, takenBytes, bytes)) takenBytes += bytes;
      else blocks = Math.floor(blocks / 2);
    }
  } finally {
    await handle.close();
  }
}

/** The open file, not its name, which the owner of the folder could give to another one. */
function pathOf({ fd }: FileHandle): string {
  return `/proc/${process.pid}/fd/${fd}`;
}

/** False: there is not so much. */
async function take(handle: FileHandle, offset: number, bytes: number): Promise<boolean> {
  const file = pathOf(handle);
  try {
    await runCommand(findCommand(tool) ?? tool, ["-o", String(offset), "-l", String(bytes), file], {
      timeoutMs: callLimitMs,
    });
    return true;
  } catch (error) {
    if (error instanceof CommandError && error.stderr.includes(noSpace)) return false;
    throw error;
  }
}
