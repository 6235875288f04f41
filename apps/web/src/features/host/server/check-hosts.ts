import { HostChange, HostCreate, type ProblemDetail } from "@primacy/contract";
import type { Readers } from "@primacy/db";
import { z } from "zod";
import { readFields } from "../../../server/api/read-fields";
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
 * The unreadable key, taken name and taken address of a change, of which some may not be as its schema wants it; only
 * the key's of one to a host that is not there.
 */
export async function checkHostChange(
  { hosts }: Pick<Readers, "hosts">,
  id: string,
  body: unknown,
): Promise<ProblemDetail[]> {
  const change = readFields(HostChange, body) ?? {};
  const { credential, name, address, sshPort } = change;
  const host = await hosts.find(id);
  // An address is taken together with its port: where one of them cannot be read, nothing can be said of them.
  const isPlaceRead = isRead("address", address, body) && isRead("sshPort", sshPort, body);
  return [
    ...(credential === undefined ? [] : checkCredential(credential, "/credential")),
    ...(host === null
      ? []
      : await hosts.checkChange(host, isPlaceRead ? { name, address, sshPort } : { name })),
  ];
}

/** False where a field was sent, but not as its schema wants it. */
function isRead(name: string, value: unknown, body: unknown): boolean {
  return value !== undefined || typeof body !== "object" || body === null || !(name in body);
}
