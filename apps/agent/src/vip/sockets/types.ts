/** What became of the connections from an address. `done` was verified by listing them again. */
export type KillOutcome =
  | { readonly kind: "done"; readonly killed: number }
  | { readonly kind: "failed"; readonly reason: string; readonly remaining: number | null };

/** Ends TCP connections of this host, so that their clients get a reset at once. */
export interface SocketKiller {
  readonly kind: "sock-diag" | "ss-command";
  /** Ends every connection whose local address is this one. May be repeated. Never throws. */
  killFrom(address: string): Promise<KillOutcome>;
  /** Frees descriptors. May be called twice. */
  close(): void;
}
