import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { LabError } from "../errors";

/** A held lock. Releasing twice is harmless. */
export interface FileLock {
  readonly release: () => Promise<void>;
}

/**
 * Takes an exclusive lock on `path` across processes, waiting up to `timeoutMs` for it.
 * The kernel frees it when this process dies, however it dies: `flock` holds it only as long as the pipe
 * to it stays open. Throws LabError `command_timeout` when somebody else keeps it.
 */
export async function acquireFileLock(
  path: string,
  options: { readonly timeoutMs: number; readonly onWait?: () => void; readonly signal?: AbortSignal },
): Promise<FileLock> {
  await mkdir(dirname(path), { recursive: true });
  const seconds = Math.max(1, Math.ceil(options.timeoutMs / 1000));
  // --close would drop the lock at exec; the file stays open in cat, which ends with our pipe.
  const child = spawn(
    "flock",
    ["--exclusive", "--timeout", String(seconds), path, "sh", "-c", "echo held; exec cat"],
    {
      detached: true,
      stdio: ["pipe", "pipe", "ignore"],
    },
  );
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const waitNotice = setTimeout(() => options.onWait?.(), 500);
  const onAbort = (): void => void child.kill("SIGKILL");
  options.signal?.addEventListener("abort", onAbort, { once: true });
  const held = await new Promise<boolean>((resolve) => {
    child.stdout.once("data", () => resolve(true));
    child.on("error", () => resolve(false));
    child.on("close", () => resolve(false));
  });
  clearTimeout(waitNotice);
  options.signal?.removeEventListener("abort", onAbort);
  if (!held) {
    throw new LabError("command_timeout", `Another process kept the lock ${path} for over ${seconds} s.`, {
      retryable: true,
    });
  }
  return {
    release: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
