import type { BigIntStats } from "node:fs";
import { readFile, stat } from "node:fs/promises";

/** How the image of a file system is called that was made to be filled: nobody calls one so by accident. */
export const drillImagePrefix = "primacy-drill";

/** A file system that is mounted here. */
export interface MountedFileSystem {
  /** `major:minor`, as stat(2) and the kernel's list of mounts have it. */
  readonly device: string;
  readonly source: string;
  readonly mountPoint: string;
  /** The file behind a loop device, as the kernel names it; null: the source is none. */
  readonly image: string | null;
}

/** The file system of this host on which a path lies, where it is mounted as a whole; null: the host's own list of mounts does not have it. */
export async function findFileSystemOf(path: string): Promise<MountedFileSystem | null> {
  const device = await readDevice(path);
  return (await listShown(({ device: own }) => own === device))[0] ?? null;
}

/** A file system whose source is a file. */
export type LoopFileSystem = MountedFileSystem & { readonly image: string };

/** Every loop file system that is mounted here as a whole, whatever its image is called by now. */
export async function listLoopFileSystems(): Promise<readonly LoopFileSystem[]> {
  return (await listShown(isLoop)).filter(isLoop);
}

function isLoop(one: MountedFileSystem): one is LoopFileSystem {
  return one.image !== null;
}

/** Whether what the kernel calls an image is that of a name, also where the name was deleted since. */
export function isImageOf(image: string, name: string): boolean {
  return image === name || image === `${name} (deleted)`;
}

/** Whether an image has the name of one that was made to be filled. */
export function isDrillImage(image: string | null): boolean {
  return image !== null && (image.split("/").at(-1) ?? "").startsWith(drillImagePrefix);
}

/** Those that are not hidden by another one that was mounted over them. */
async function listShown(
  isMeant: (one: MountedFileSystem) => boolean,
): Promise<readonly MountedFileSystem[]> {
  const shown: MountedFileSystem[] = [];
  for (const one of (await listFileSystems()).filter(isMeant))
    if ((await readDevice(one.mountPoint).catch(() => null)) === one.device) shown.push(one);
  return shown;
}

/** As `/proc/PID/mountinfo` lists them (proc(5)). */
async function listFileSystems(): Promise<readonly MountedFileSystem[]> {
  const lines = (await readFile("/proc/self/mountinfo", "utf8")).split("\n").filter((line) => line !== "");
  return Promise.all(
    lines.map(parseMount).flatMap((mount) => {
      if (mount === null) return [];
      return [readImage(mount).then((image) => ({ ...mount, image }))];
    }),
  );
}

type Mount = Omit<MountedFileSystem, "image">;

function parseMount(line: string): Mount | null {
  const [head = "", tail = ""] = line.split(" - ");
  const [, , device, root, mountPoint] = head.split(" ");
  const source = tail.split(" ")[1];
  // A folder of it that is bound elsewhere is not its root.
  if (device === undefined || root !== "/" || mountPoint === undefined || source === undefined) return null;
  return { device, source: toPlain(source), mountPoint: toPlain(mountPoint) };
}

/** Null of what is no whole loop device: its partitions and what is mapped onto it have other numbers. */
async function readImage({ device, source }: Mount): Promise<string | null> {
  if (!/^\/dev\/loop\d+$/.test(source) || !device.startsWith("7:")) return null;
  const image = await readFile(`/sys/dev/block/${device}/loop/backing_file`, "utf8").catch(() => null);
  return image === null ? null : image.replace(/\n$/, "");
}

/** Blanks and the like are octal numbers there. */
function toPlain(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_whole, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

async function readDevice(path: string): Promise<string> {
  return deviceOf(await stat(path, { bigint: true }));
}

/** The device on which a file lies, as `MountedFileSystem` has it: glibc packs its two numbers (makedev(3)). */
export function deviceOf({ dev: device }: Pick<BigIntStats, "dev">): string {
  const major = ((device >> 8n) & 0xfffn) | ((device >> 32n) & 0xfffff000n);
  const minor = (device & 0xffn) | ((device >> 12n) & 0xffffff00n);
  return `${major}:${minor}`;
}
