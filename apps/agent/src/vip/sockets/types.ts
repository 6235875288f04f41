import type { Message } from "@primacy/contract";

/** What became of the connections from an address. `done` was verified by listing them again. */
export type KillOutcome =
  | { readonly kind: "done"; readonly killed: number }
  | { readonly kind: "failed"; readonly reason: Message; readonly remaining: number | null };

/** Ends and counts TCP connections of this host. Who is ended gets a reset at once. */
export interface SocketKiller {
  readonly kind: "sock-diag" | "ss-command";
  /** Ends every connection whose local address is this one. May be repeated. Never throws. */
  killFrom(address: string): Promise<KillOutcome>;
  /**
   * How many connections are established through this address to one of these ports; null where the kernel did not say.
   * Changes nothing, and never throws.
   */
  countFrom(address: string, ports: readonly number[]): Promise<number | null>;
  /** Frees descriptors. May be called twice. */
  close(): void;
}
