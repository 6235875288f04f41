import { operationKinds, problemDetail, type Refusal, refuse } from "@primacy/contract";
import type { JudgedDiscovery } from "@primacy/core/cluster";
import { planRegister, type RegisterStep } from "@primacy/core/plan";
import { z } from "zod";
import { draftMembers } from "../agent-document/read-server-facts";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { discover } from "./discover";
import { getPassword } from "./discover-operation";
import { listForgottenVips } from "./forgotten-vips";
import { AuthorityReader, logTrust } from "./read-authority";
import { registerExecutors } from "./register-steps";

const Input = operationKinds["cluster.register"].input;
type Input = z.output<typeof Input>;

/**
 * `cluster.register`: discovers the group again, stores it, makes the accounts through its primary, and tells the
 * agents that are there. The administrator's password is used from the operation's secret and ends with it.
 */
export const registerOperation: OperationDefinition = defineOperation<Input, RegisterStep>({
  input: Input,
  timeoutMs: 30_000,
  async plan(context, input, signal) {
    const { address, port, user, name, keepCredentials } = input;
    const account = { user, password: await getPassword(context) };
    const authorities = await AuthorityReader.ofAll(context.worker, account, signal);
    const seed = { address, port, authority: null };
    const judged = await discover(context.worker, seed, account, authorities, signal);
    const taken = await context.worker.db.clusters.findByName(name);
    const refusal = checkRegistration(judged, taken === null ? null : name);
    if (refusal !== null) return refusal;
    for (const member of judged.members) await logTrust(context, member);
    const hostIds = judged.members.map((member) => member.hostId);
    const letGo = await listForgottenVips(context.worker, hostIds, signal);
    // It may be ordered without a look at the discovery, which says the same.
    for (const text of letGo) await context.log("warning", text);
    return planRegister({
      name,
      groupName: judged.groupName,
      members: await draftMembers(judged, account, signal),
      administrator: user,
      isAdministratorKept: keepCredentials,
      letGo,
    });
  },
  executors: registerExecutors,
  async finish(context) {
    const Output = z.object({ clusterId: z.string() });
    const [stored] = await context.listOutputs("cluster.store", Output);
    return stored?.output ?? null;
  },
});

/** Every reason why a discovered group cannot be registered, at once; null when it can. */
function checkRegistration(judged: JudgedDiscovery, takenName: string | null): Refusal | null {
  const errors = [
    ...(takenName === null ? [] : [problemDetail("/name", "already_exists", { what: takenName })]),
    ...judged.blocking.map((reason) => ({ path: "", code: reason.code, message: reason })),
  ];
  if (errors.length === 0) return null;
  const isTaken =
    takenName !== null || judged.blocking.some((reason) => reason.code === "discovery.registered");
  return isTaken
    ? refuse("already_exists", errors, { what: takenName ?? judged.groupName })
    : refuse("conflict", errors);
}
