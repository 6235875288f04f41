import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/**
 * Names a process so that another one on the same machine can tell whether it still lives: host name, machine (boot
 * and process namespace), process id, and the instant of its start in clock ticks.
 */
export function describeOwner(pid: number = process.pid): string {
  return [hostname(), machineTag(), pid, readStartTicks(pid) ?? 0].join("/");
}

/** True only for a process of this machine that certainly does not run any more. */
export function isDeadOwner(owner: string): boolean {
  const [host, machine, pidText, startText] = owner.split("/");
  if (host !== hostname() || machine !== machineTag()) return false;
  const pid = Number(pidText);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  return String(readStartTicks(pid) ?? 0) !== startText;
}

/** Process ids mean something only within one boot and one process namespace. */
function machineTag(): string {
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return createHash("sha256")
    .update(`${boot} ${readlinkSync("/proc/self/ns/pid")}`)
    .digest("hex")
    .slice(0, 12);
}

/** The 22nd field of /proc/PID/stat; null when there is no such process, or only its remains. */
function readStartTicks(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command in parentheses may contain anything, so fields are counted from its end.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? null : Number(fields[18]);
  } catch {
    return null;
  }
}
