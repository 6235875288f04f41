import type { FakeKernel } from "./kernel";

/**
 * The reset gate of one fake host, and the connections through its addresses. There are clients all the time: who can
 * connect does, and who was reset comes again at once.
 */
export class FakeGate {
  private readonly closed = new Set<string>();
  private readonly openedAt = new Map<string, number>();
  private readonly connected = new Set<string>();

  constructor(private readonly kernel: FakeKernel) {}

  /** Lets clients reach the address, once it is there. */
  open(address: string, nowMs: number): void {
    this.closed.delete(address);
    this.openedAt.set(address, nowMs);
  }

  /** Resets clients; without ports no gate stands before the address. */
  close(address: string, ports: readonly number[]): void {
    if (ports.length > 0) this.closed.add(address);
    else this.forget(address);
  }

  /** No gate stands before the address any more. */
  forget(address: string): void {
    this.closed.delete(address);
    this.admit(address);
  }

  /** Clients connect where they can. */
  admit(address: string): void {
    if (this.kernel.has(address) && !this.closed.has(address)) this.connected.add(address);
  }

  /** Ends the connections that are established now. */
  endConnections(address: string): void {
    this.connected.delete(address);
    this.admit(address);
  }

  /** What a machine without power is left with. */
  lose(): void {
    this.closed.clear();
    this.connected.clear();
  }

  isClosed(address: string): boolean {
    return this.closed.has(address);
  }

  wasOpenedSince(address: string, atMs: number): boolean {
    return (this.openedAt.get(address) ?? Number.NEGATIVE_INFINITY) >= atMs;
  }

  hasConnections(address: string): boolean {
    return this.connected.has(address);
  }
}
