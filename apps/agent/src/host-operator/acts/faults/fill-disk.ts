import { access, rm } from "node:fs/promises";
import path from "node:path";
import { type Message, message, messageWith } from "@primacy/contract";
import { type FaultEvidence, installLayout } from "@primacy/contract/agent";
import { waitFor } from "@primacy/host-acts";
import { ToldError, tellError } from "../../../message/told-error";
import { monotonicMs } from "../../../vip/address/types";
import type { FaultUndo } from "../../record";
import { OperatorRefusal, UndoFailure } from "../../refusal";
import { findListeningServer } from "../listening-server";
import {
  drillImagePrefix,
  findFileSystemOf,
  isDrillImage,
  isImageOf,
  listLoopFileSystems,
  type MountedFileSystem,
} from "./drill-file-systems";
import { type FaultKind, type FaultOf, type FaultOrder, noteFault } from "./fault-kind";
import { fillSpace, readSpace, requireFillTool } from "./fill-space";

/** Nobody makes a larger one for a drill. */
const mostBytes = 64 * 1024 ** 3;
const fillLimitMs = 30_000;
/** The kernel gives blocks back a moment after their file is gone. */
const freeLimitMs = 10_000;
/** Where the host itself, or this program, would have no space. */
const ownFolders = ["/", "/var", "/run", "/tmp", installLayout.configFolder, installLayout.stateFolder];

/**
 * Fills the file system on which the server on a port has its data, with one file, where that is a loop file system that was made for drills: no other is
 * touched. Done is that the kernel says that no space is left; undone, that the file is gone and there is space. A file outlives a boot, and so
 * does its undo.
 */
export class FillDisk implements FaultKind<"fill_disk"> {
  async prepare({ port }: FaultOf<"fill_disk">): Promise<FaultUndo> {
    requireFillTool();
    const { process: server } = await findListeningServer(port);
    // A server works in the folder of its data.
    const found = await findFileSystemOf(`/proc/${server.pid}/cwd`);
    const { image, mountPoint } = await requireMade(found, server.name);
    const { sizeBytes, freeBytes } = await readSpace(mountPoint);
    if (sizeBytes > mostBytes)
      throw new OperatorRefusal(
        message("operator.fault_fill_large", {
          mountPoint,
          size: toMebibytes(sizeBytes),
          most: toMebibytes(mostBytes),
        }),
      );
    if (freeBytes === 0) throw new OperatorRefusal(message("operator.fault_full_before", { mountPoint }));
    return { ...noteFault(server), fileSystem: { image, mountPoint } };
  }

  async perform({ actionId, undoAtMs, undo }: FaultOrder<"fill_disk">): Promise<FaultEvidence> {
    const { image, mountPoint } = placeOf(undo);
    // It may be another one by now.
    const made = (await listLoopFileSystems()).find((one) => one.mountPoint === mountPoint);
    if (made?.image !== image) throw new ToldError(message("operator.fault_fill_gone", { mountPoint }));
    const actedMs = monotonicMs();
    const untilMs = Math.min(undoAtMs, actedMs + fillLimitMs);
    await fillSpace(made, fileOn(mountPoint, actionId), { untilMs, now: monotonicMs });
    const { sizeBytes, freeBytes: free } = await readSpace(mountPoint);
    if (free > 0) throw new ToldError(message("operator.fault_not_full", { mountPoint, free }));
    return {
      actedMs,
      seenMs: monotonicMs(),
      seen: [message("operator.seen_full", { mountPoint, free, size: toMebibytes(sizeBytes) })],
    };
  }

  async findLapse({ actionId, undo }: FaultOrder<"fill_disk">): Promise<Message | null> {
    const { mountPoint } = placeOf(undo);
    const file = fileOn(mountPoint, actionId);
    const space = await readSpace(file).catch(() => null);
    if (space === null) return message("operator.fault_file_gone", { file });
    // However little: the server may have had what it waited for.
    const { freeBytes: free } = space;
    return free === 0 ? null : message("operator.fault_space_meanwhile", { mountPoint, free });
  }

  async undo({ actionId, undo }: FaultOrder<"fill_disk">): Promise<void> {
    try {
      await healSpace(placeOf(undo).image, actionId);
    } catch (error) {
      throw new UndoFailure(messageWith("operator.undo_failed", {}, { reason: tellError(error) }));
    }
  }

  listByHand({ actionId, undo }: FaultOrder<"fill_disk">): readonly string[] {
    const { image, mountPoint } = placeOf(undo);
    const at = quote(mountPoint);
    return [
      `mountpoint -q ${at} || mount -o loop ${quote(image)} ${at}`,
      `rm -f -- ${quote(fileOn(mountPoint, actionId))}`,
    ];
  }
}

type Place = NonNullable<FaultUndo["fileSystem"]>;

function placeOf({ fileSystem }: FaultUndo): Place {
  if (fileSystem === undefined) throw new Error("the record of a full disk names no file system");
  return fileSystem;
}

function toMebibytes(bytes: number): number {
  return Math.round(bytes / 1024 ** 2);
}

function fileOn(mountPoint: string, actionId: string): string {
  return path.join(mountPoint, `${drillImagePrefix}-fill-${actionId}`);
}

/** A real disk is never filled, nor one that this host needs. Throws OperatorRefusal with all that is wrong, and how one is made. */
async function requireMade(found: MountedFileSystem | null, server: string): Promise<Place> {
  const how = message("operator.fault_fill_how", { prefix: drillImagePrefix });
  if (found === null) throw new OperatorRefusal(message("operator.fault_fill_unknown", { server }), how);
  const { source, mountPoint, image } = found;
  if (image === null)
    throw new OperatorRefusal(message("operator.fault_fill_real", { server, mountPoint, source }), how);
  const wrong: Message[] = [];
  if (!isDrillImage(image))
    wrong.push(message("operator.fault_fill_name", { mountPoint, image, prefix: drillImagePrefix }));
  const own = await Promise.all(ownFolders.map((one) => findFileSystemOf(one).catch(() => null)));
  if (own.some((one) => one?.device === found.device))
    wrong.push(message("operator.fault_fill_own", { mountPoint }));
  if (wrong.length > 0) throw new OperatorRefusal(...wrong, how);
  return { image, mountPoint };
}

/**
 * Deletes the file where it is, by its own name, which no other act has: a boot may give its file system another device, a person another place, and its
 * image another name or none. Throws ToldError where nothing shows that it is gone.
 */
async function healSpace(image: string, actionId: string): Promise<void> {
  let isSeen = false;
  for (const { mountPoint, image: own } of await listLoopFileSystems()) {
    const file = fileOn(mountPoint, actionId);
    if (!isImageOf(own, image) && !(await isThere(file))) continue;
    isSeen = true;
    await clear(mountPoint, file);
  }
  if (isSeen) return;
  const isKept = await isThere(image);
  throw new ToldError(
    message(isKept ? "operator.fault_fill_unmounted" : "operator.fault_fill_lost", { image }),
  );
}

/** Deletes the file, where it is there, and waits until there is space. Throws ToldError. */
async function clear(mountPoint: string, file: string): Promise<void> {
  await rm(file, { force: true });
  const look = async (): Promise<true | undefined> =>
    (await readSpace(mountPoint)).freeBytes > 0 ? true : undefined;
  await waitFor("space to be free", look, { timeoutMs: freeLimitMs, intervalMs: 20 }).catch(() => {
    throw new ToldError(message("operator.fault_still_full", { mountPoint, limitMs: freeLimitMs }));
  });
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** As one word of a shell, whatever it has in it. */
function quote(file: string): string {
  return `'${file.replaceAll("'", "'\\''")}'`;
}
