import { type Host, HostChange, HostCreate, type ProblemDetail } from "@primacy/contract";
import type { Readers } from "@primacy/db";
import { z } from "zod";
import { readFields } from "../../../server/api/read-fields";
import { checkRenaming } from "../../cluster/server/check-renaming";
import { checkCredential } from "./check-credential";

const Fields = HostCreate.partial();
const Listed = z.object({ hosts: z.array(z.unknown()).max(100) });

/** The unreadable keys and taken names and addresses among new hosts, some of which are not as their schema wants them. */
export async function checkReadableHosts(
  { hosts }: Pick<Readers, "hosts">,
  body: unknown,
): Promise<ProblemDetail[]> {
  const listed = Listed.safeParse(body);
  const readable = listed.success ? listed.data.hosts.map((one) => readFields(Fields, one) ?? {}) : [];
  return [
    ...readable.flatMap(({ credential }, at) =>
      credential === undefined ? [] : checkCredential(credential, `/hosts/${at}/credential`),
    ),
    ...(await hosts.checkTaken(readable)),
  ];
}

/**
 * The unreadable key, taken name and taken address of a change, and why its host may not be renamed now; some of it may
 * not be as its schema wants it. Only the key's of one to a host that is not there.
 */
export async function checkHostChange(
  readers: Pick<Readers, "hosts" | "topologies">,
  id: string,
  body: unknown,
): Promise<ProblemDetail[]> {
  const change = readFields(HostChange, body) ?? {};
  const { credential, name, address, sshPort } = change;
  const { hosts } = readers;
  const host = await hosts.find(id);
  // An address is taken together with its port: where one of them cannot be read, nothing can be said of them.
  const isPlaceRead = isRead("address", address, body) && isRead("sshPort", sshPort, body);
  return [
    ...(credential === undefined ? [] : checkCredential(credential, "/credential")),
    ...(host === null
      ? []
      : await hosts.checkChange(host, isPlaceRead ? { name, address, sshPort } : { name })),
    ...(await checkHostName(readers, host, name)),
  ];
}

/** Why a host may not be called otherwise now; its address may always change, or its agent could not be heard. */
async function checkHostName(
  readers: Pick<Readers, "topologies">,
  host: Host | null,
  name: string | undefined,
): Promise<ProblemDetail[]> {
  const isRenamed = host !== null && name !== undefined && name !== host.name;
  if (!isRenamed) return [];
  const found = await Promise.all(host.clusterIds.map((clusterId) => checkRenaming(readers, clusterId)));
  return found.flat();
}

/** False where a field was sent, but not as its schema wants it. */
function isRead(name: string, value: unknown, body: unknown): boolean {
  return value !== undefined || typeof body !== "object" || body === null || !(name in body);
}
