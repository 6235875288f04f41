import { readlinkSync } from "node:fs";

/** The kernel numbers the first namespace of processes so, on every machine and in every release (PROC_PID_INIT_INO). */
const firstPidNamespace = "pid:[4026531836]";

/**
 * Whether the kernel serves this host alone. A container, or a host of a lab, numbers its processes in a namespace of its own: what it does
 * to the kernel it does to everything on that machine. False also where that cannot be read.
 */
export function ownsKernel(namespace: string = "/proc/self/ns/pid"): boolean {
  try {
    return readlinkSync(namespace) === firstPidNamespace;
  } catch {
    return false;
  }
}
