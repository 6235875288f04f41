/** One packet that claimed the address while it was asked for. */
export interface ArpClaim {
  readonly mac: string;
  readonly atMs: number;
  /** When the request was sent that it answers; null for an announcement, which nobody asked for. */
  readonly askedAtMs: number | null;
}

/**
 * Who has the address, by what was heard in one window: those who answered one same request, else whoever claimed it
 * last. Two who claimed it one after the other are an address that moved. Claims are in the order in which they came.
 */
export function judgeHolders(
  claims: readonly ArpClaim[],
  startedAtMs: number,
): { readonly macs: readonly string[]; readonly askedAtMs: number } {
  const requests = new Map<number, Set<string>>();
  for (const { mac, askedAtMs } of claims) {
    if (askedAtMs !== null) {
      requests.set(askedAtMs, (requests.get(askedAtMs) ?? new Set()).add(mac));
    }
  }
  const shared = [...requests].filter(([, macs]) => macs.size > 1).at(-1);
  if (shared !== undefined) {
    const [askedAtMs, macs] = shared;
    return { macs: [...macs].sort(), askedAtMs };
  }
  const last = claims.at(-1);
  return last === undefined
    ? { macs: [], askedAtMs: startedAtMs }
    : { macs: [last.mac], askedAtMs: last.askedAtMs ?? last.atMs };
}
