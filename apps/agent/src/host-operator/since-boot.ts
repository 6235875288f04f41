import { readStartTicks } from "./acts/marked-processes";

/** Of what the kernel counts the starts of processes in, on every processor that Linux runs on (USER_HZ). */
const ticksPerSecond = 100;
/** What the services of a boot have to start before anything is done to one of them. */
const servicesMs = 120_000;

/**
 * How long ago this host's first process started, in ms. A container has one of its own, and a boot that is shorter than that of the kernel;
 * so this process is compared with it, by one and the same clock.
 */
export async function readMsSinceBoot(): Promise<number> {
  const own = await readStartTicks(process.pid);
  // Where /proc does not tell, this process counts as the first one.
  const first = (await readStartTicks(1)) ?? own;
  return ((Number(own) - Number(first)) * 1_000) / ticksPerSecond + performance.now();
}

/** True once the services of this boot had their time to start, as far as time tells. */
export function hadTimeToStart(sinceBootMs: number): boolean {
  return sinceBootMs >= servicesMs;
}
