import {
  findWithin,
  type HostKey,
  type ProblemDetail,
  paramsWith,
  problemDetail,
  type Refusal,
  refuse,
} from "@primacy/contract";
import { RemoteFailure, scanHostKey } from "@primacy/remote";

const scanTimeoutMs = 5_000;

/** Where a host's SSH server is. */
export interface ScanTarget {
  readonly name: string;
  readonly address: string;
  readonly port: number;
}

/** Asks a machine for its SSH host key. Refused with `host_unreachable` where it does not answer within 5 s. */
export async function scanTarget(target: ScanTarget, signal: AbortSignal): Promise<HostKey | Refusal> {
  try {
    return await scanHostKey(target, { signal, timeoutMs: scanTimeoutMs });
  } catch (error) {
    if (!(error instanceof RemoteFailure)) throw error;
    const reason = findWithin(error.explanation.params, "reason") ?? error.explanation;
    const params = paramsWith({ host: target.name }, { reason });
    return refuse("host_unreachable", [problemDetail("/address", "host_unreachable", params)], params);
  }
}

/** The key of a host whose fingerprint an operator has compared, or why it cannot be pinned. */
export type ComparedKey =
  | { readonly kind: "same"; readonly hostKey: HostKey }
  | { readonly kind: "problem"; readonly problem: ProblemDetail };

/** Asks a machine for its key and compares it with the accepted fingerprint; `path` is that one's place in the body. */
export async function compareHostKey(
  target: ScanTarget,
  fingerprint: string,
  path: string,
  signal: AbortSignal,
): Promise<ComparedKey> {
  const found = await scanTarget(target, signal);
  const host = target.name;
  if ("kind" in found) {
    return { kind: "problem", problem: problemDetail(path, "host_unreachable", found.message.params) };
  }
  if (found.fingerprint === fingerprint) return { kind: "same", hostKey: found };
  const params = { host, expected: fingerprint, actual: found.fingerprint };
  return { kind: "problem", problem: problemDetail(path, "host_key_changed", params) };
}
