import { operationPasswordName } from "@primacy/contract";
import type { ServerAccount } from "../mysql/connect-server";
import { StepFailure } from "../operation/failure";
import type { OperationContext } from "../operation/operation-context";

/** What finds an account. */
export type AccountContext = Pick<OperationContext, "worker" | "findSecret">;

/**
 * The account that may set variables: the one that came with the order, or the one that was kept at registration. Null
 * where there is neither. Throws `StepFailure` `credential_missing` where the password of the order is gone.
 */
export async function findAdministrator(
  context: AccountContext,
  clusterId: string,
  user: string | null,
): Promise<ServerAccount | null> {
  if (user === null) return context.worker.db.clusters.findCredential(clusterId, "administrator");
  const password = await context.findSecret(operationPasswordName);
  if (password !== null) return { user, password };
  throw new StepFailure("failure.credential_missing", { params: { account: user } });
}

/** The same. Throws `StepFailure` `credential_missing` where there is none. */
export async function getAdministrator(
  context: AccountContext,
  clusterId: string,
  user: string | null,
): Promise<ServerAccount> {
  const account = await findAdministrator(context, clusterId, user);
  if (account !== null) return account;
  throw new StepFailure("failure.credential_missing", { params: { account: "administrator" } });
}
