import {
  type Host,
  type HostCreate,
  type HostKey,
  isRefusal,
  type ProblemDetail,
  type Refusal,
  refuse,
} from "@primacy/contract";
import type { Call } from "../../../server/api/call";
import { toActor } from "../../../server/auth/caller";
import { checkCredential } from "./check-credential";
import { compareHostKey } from "./compare-host-key";

/** At most so many machines are asked for their keys at once. */
const concurrency = 10;

/**
 * Adds hosts, all or none, and names every problem of all of them. A host with an accepted fingerprint is asked for its
 * key, which is pinned where it has that fingerprint; one without waits for its acceptance.
 */
export async function createHosts(
  { context: { database }, caller, facts, keep }: Call<unknown, unknown, unknown>,
  hosts: readonly HostCreate[],
): Promise<{ hosts: Host[] } | Refusal> {
  const { keys, problems: keyProblems } = await compareKeys(hosts, facts.signal);
  const problems = [
    ...hosts.flatMap((host, at) => checkCredential(host.credential, `/hosts/${at}/credential`)),
    ...keyProblems,
  ];
  if (problems.length > 0) {
    return refuse("validation_failed", [...problems, ...(await database.hosts.checkTaken(hosts))]);
  }
  return database.transact(toActor(caller, facts), async (unit) => {
    const created = await unit.hosts.createMany(hosts);
    if (isRefusal(created)) return created;
    const finished: Host[] = [];
    for (const [at, host] of created.entries()) {
      const hostKey = keys.get(at);
      finished.push(hostKey === undefined ? host : await unit.hosts.pinHostKey(host.id, hostKey));
      const { id, name, address, sshPort, sshUser, credentialKind } = host;
      const detail = { address, sshPort, sshUser, credentialKind, fingerprint: hostKey?.fingerprint ?? null };
      await unit.audit.record({ action: "host.create", target: { kind: "host", id, name }, detail });
    }
    return (await keep(unit, { hosts: finished })) ?? { hosts: finished };
  });
}

async function compareKeys(
  hosts: readonly HostCreate[],
  signal: AbortSignal,
): Promise<{ readonly keys: ReadonlyMap<number, HostKey>; readonly problems: readonly ProblemDetail[] }> {
  const wanted = hosts.flatMap(({ name, address, sshPort, hostKeyFingerprint }, at) =>
    hostKeyFingerprint === undefined
      ? []
      : [{ at, hostKeyFingerprint, target: { name, address, port: sshPort } }],
  );
  const keys = new Map<number, HostKey>();
  const problems: ProblemDetail[] = [];
  for (let from = 0; from < wanted.length; from += concurrency) {
    const batch = wanted.slice(from, from + concurrency).map(async ({ at, hostKeyFingerprint, target }) => {
      const path = `/hosts/${at}/hostKeyFingerprint`;
      const compared = await compareHostKey(target, hostKeyFingerprint, path, signal);
      if (compared.kind === "same") keys.set(at, compared.hostKey);
      else problems.push(compared.problem);
    });
    await Promise.all(batch);
  }
  return { keys, problems };
}
