import type { BenchmarkFigures } from "@primacy/contract";

/** What went over the network of one member's host, in bytes per second on the mean of so many seconds. */
export interface HostTraffic {
  readonly isPrimary: boolean;
  readonly seconds: number;
  readonly inBytes: number;
  readonly outBytes: number;
}

type Network = NonNullable<BenchmarkFigures["network"]>;

/**
 * What went over the network for each transaction: on the primary's host, and on the mean of the others. A host that was measured in less
 * than half of the seconds says nothing. Undefined where none does.
 */
export function networkPerTransaction(
  hosts: readonly HostTraffic[],
  { tps, seconds }: Pick<BenchmarkFigures, "tps" | "seconds">,
): Network | undefined {
  const measured = hosts.filter((one) => tps > 0 && one.seconds * 2 >= seconds);
  if (measured.length === 0) return undefined;
  return {
    primary: meanOf(
      measured.filter(({ isPrimary }) => isPrimary),
      tps,
    ),
    secondaries: meanOf(
      measured.filter(({ isPrimary }) => !isPrimary),
      tps,
    ),
  };
}

function meanOf(hosts: readonly HostTraffic[], tps: number): Network["primary"] {
  if (hosts.length === 0) return null;
  const mean = (read: (host: HostTraffic) => number): number =>
    hosts.reduce((sum, host) => sum + read(host), 0) / hosts.length / tps;
  return { inBytes: mean(({ inBytes }) => inBytes), outBytes: mean(({ outBytes }) => outBytes) };
}
