import { type HostChange, HostCreate, type ProblemDetail } from "@primacy/contract";
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

/** The unreadable key, taken name and taken address of a change; only the key's of one to a host that is not there. */
export async function checkHostChange(
  { hosts }: Pick<Readers, "hosts">,
  id: string,
  change: HostChange,
): Promise<ProblemDetail[]> {
  const { credential } = change;
  const host = await hosts.find(id);
  return [
    ...(credential === undefined ? [] : checkCredential(credential, "/credential")),
    ...(host === null ? [] : await hosts.checkChange(host, change)),
  ];
}
