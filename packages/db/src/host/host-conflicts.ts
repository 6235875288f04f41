import { type ProblemDetail, problemDetail } from "@primacy/contract";
import { toNameKey } from "../connection/name-key";
import type { Prisma } from "../generated/client";

/** What must be unique of a host. */
export interface HostIdentity {
  readonly name: string;
  readonly address: string;
  readonly sshPort: number;
}

/**
 * Every name and every address with port among `hosts` that another host has, stored or earlier in the
 * list, with its place: `pathOf(index)` gives the place of a host. `exceptId` is the host that changes.
 */
export async function checkHostConflicts(
  connection: Prisma.TransactionClient,
  hosts: readonly HostIdentity[],
  pathOf: (index: number) => string,
  exceptId?: string,
): Promise<ProblemDetail[]> {
  const stored = await connection.host.findMany({
    where: {
      ...(exceptId === undefined ? {} : { id: { not: exceptId } }),
      OR: [
        { nameKey: { in: hosts.map((host) => toNameKey(host.name)) } },
        { address: { in: hosts.map((host) => host.address) } },
      ],
    },
  });
  const names = new Set(stored.map((host) => host.nameKey));
  const addresses = new Set(stored.map(toAddressKey));
  return hosts.flatMap((host, index) => [
    ...report(names, toNameKey(host.name), `${pathOf(index)}/name`, host.name),
    ...report(addresses, toAddressKey(host), `${pathOf(index)}/address`, toAddressKey(host)),
  ]);
}

function report(taken: Set<string>, key: string, path: string, what: string): ProblemDetail[] {
  if (taken.has(key)) return [problemDetail(path, "already_exists", { what })];
  taken.add(key);
  return [];
}

function toAddressKey(host: { readonly address: string; readonly sshPort: number }): string {
  return `${host.address}:${host.sshPort}`;
}
