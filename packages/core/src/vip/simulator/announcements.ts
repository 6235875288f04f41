import type { FakeHost } from "./fake-host";
import type { Simulator } from "./simulator";

const FIRST_WITHIN_MS = 50;
const AGAIN_WITHIN_MS = 30_000;
const TOLERANCE_MS = 10;
const ROUNDING_MS = 1e-3;

/**
 * I10 of one host: its agent announces what it has bound within 50 ms, and each 30 s what it holds. By the host's own clock,
 * and only while its agent runs: what it had to do while it stood still it does first when it goes on.
 */
export class AnnouncementWatch {
  /** The announcement that is awaited for each address that is held. */
  private readonly awaited = new Map<string, number>();
  private serial = 0;

  constructor(
    private readonly simulator: Simulator,
    private readonly host: FakeHost,
  ) {}

  /** The agent starts, and knows nothing of what was announced. */
  forget(): void {
    this.awaited.clear();
  }

  /** A bind or a renewal stays in the kernel. */
  onAct(kind: "bind" | "renew", address: string): void {
    if (kind === "bind") this.await(address, FIRST_WITHIN_MS);
    else if (!this.awaited.has(address)) this.await(address, AGAIN_WITHIN_MS);
  }

  onAnnounced(address: string): void {
    this.simulator.figures.announcements += 1;
    if (this.awaited.has(address)) this.await(address, AGAIN_WITHIN_MS);
  }

  /** The address is gone, or being let go. */
  onEnd(address: string): void {
    this.awaited.delete(address);
  }

  private await(address: string, withinMs: number): void {
    this.serial += 1;
    const { serial, host } = this;
    this.awaited.set(address, serial);
    const untilMs = host.localNow() + withinMs + TOLERANCE_MS;
    const wait = (): void => host.later((untilMs - host.localNow()) / host.rate, look);
    const look = host.agent.inAgent(() => {
      if (this.awaited.get(address) !== serial) return;
      // A machine that was paused has lost this time, and its clock with it.
      if (host.localNow() < untilMs - ROUNDING_MS) return wait();
      this.awaited.delete(address);
      this.simulator.report("I10", `host ${host.index} did not announce ${address} within ${withinMs} ms`);
    });
    wait();
  }
}
