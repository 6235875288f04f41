import { openConsoleSshKey } from "@primacy/db";
import { connect, RemoteFailure, type RemoteSession, type SignIn } from "@primacy/remote";
import type { WorkerContext } from "../context";
import { StepFailure } from "../operation/failure";

/**
 * Signs in to a host with what is stored of it now, lets `use` work, and closes the session whatever happens.
 * Throws `host_key_unknown`, `credentials_missing`, what connecting throws, and what `use` throws.
 */
export async function withSession<T>(
  worker: WorkerContext,
  hostId: string,
  signal: AbortSignal,
  use: (session: RemoteSession) => Promise<T>,
): Promise<T> {
  const access = await worker.db.hosts.getSshAccess(hostId);
  const { hostName: name, address, port, user, hostKey, credential } = access;
  if (hostKey === null) {
    throw new RemoteFailure("host_key_unknown", { host: name, algorithm: "?", actual: "?" });
  }
  const signIn = await findSignIn(worker, credential);
  if (signIn === null) throw new StepFailure("failure.credentials_missing", { params: { host: name } });
  const session = await connect({ name, address, port, user, hostKey, signIn }, { signal });
  try {
    return await use(session);
  } finally {
    session.close();
  }
}

type StoredCredential = Awaited<ReturnType<WorkerContext["db"]["hosts"]["getSshAccess"]>>["credential"];

async function findSignIn(worker: WorkerContext, credential: StoredCredential): Promise<SignIn | null> {
  if (credential === null || credential.kind !== "console_key") return credential;
  const privateKey = await openConsoleSshKey(worker.db);
  return privateKey === null ? null : { kind: "key", privateKey };
}
