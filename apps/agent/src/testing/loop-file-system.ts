import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A small file system of a test, in a file. */
export interface LoopFileSystem {
  readonly image: string;
  readonly mountPoint: string;
  /** To programs that are not root's, in bytes. */
  readFree(): number;
  mount(at?: string): void;
  unmount(): void;
  /** Takes it away with its loop device, mounted or not. */
  dispose(): void;
}

/** Makes one of 64 MiB and mounts it. Takes root, and a loop device of this machine. */
export function createLoopFileSystem(name: string): LoopFileSystem {
  const folder = mkdtempSync(path.join(tmpdir(), "loop-"));
  const image = path.join(folder, name);
  const mountPoint = path.join(folder, "mounted");
  let mountedAt: string | null = null;
  const run = (command: string, ...args: readonly string[]): void => {
    execFileSync(command, args, { stdio: "ignore" });
  };
  const unmount = (): void => {
    if (mountedAt !== null) run("umount", mountedAt);
    mountedAt = null;
  };
  const mount = (at = mountPoint): void => {
    mkdirSync(at, { recursive: true });
    // The loop device goes with the mount.
    run("mount", "-o", "loop", image, at);
    mountedAt = at;
  };
  const dispose = (): void => {
    unmount();
    rmSync(folder, { recursive: true });
  };
  try {
    run("truncate", "-s", "64M", image);
    run("mkfs.ext4", "-q", image);
    mount();
  } catch (error) {
    dispose();
    throw error;
  }
  const readFree = (): number => {
    const { bavail, bsize } = statfsSync(mountPoint);
    return bavail * bsize;
  };
  return { image, mountPoint, readFree, mount, unmount, dispose };
}
