import { type ProblemDetail, problemDetail } from "@primacy/contract";
import { toNameKey } from "../connection/name-key";
import type { Prisma } from "../generated/client";

/** What must be unique of a host; what is absent is not judged. */
export interface HostIdentity {
  readonly name?: string | undefined;
  readonly address?: string | undefined;
  readonly sshPort?: number | undefined;
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
        { nameKey: { in: hosts.flatMap(({ name }) => (name === undefined ? [] : toNameKey(name))) } },
        { address: { in: hosts.flatMap(({ address }) => address ?? []) } },
      ],
    },
  });
  const names = new Set(stored.map((host) => host.nameKey));
  const addresses = new Set(stored.map(toAddressKey));
  return hosts.flatMap((host, index) => {
    const address = toAddressKey(host);
    return [
      ...report(names, host.name && toNameKey(host.name), `${pathOf(index)}/name`, host.name),
      ...report(addresses, address, `${pathOf(index)}/address`, address),
    ];
  });
}

function report(
  taken: Set<string | undefined>,
  key: string | undefined,
  path: string,
  what: string | undefined,
): ProblemDetail[] {
  if (key === undefined || what === undefined) return [];
  if (taken.has(key)) return [problemDetail(path, "already_exists", { what })];
  taken.add(key);
  return [];
}

function toAddressKey({ address, sshPort }: HostIdentity): string | undefined {
  return address === undefined || sshPort === undefined ? undefined : `${address}:${sshPort}`;
}
