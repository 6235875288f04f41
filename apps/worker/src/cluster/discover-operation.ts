import { Discovery, type Message, message, operationKinds, operationPasswordName } from "@primacy/contract";
import { type PlannedOperation, type PlannedStep, toPlan } from "@primacy/core/operation";
import { planRegister, type WantedMemberDraft } from "@primacy/core/plan";
import type { z } from "zod";
import { draftMembers } from "../agent-document/read-server-facts";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { defineStep } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import type { OperationContext } from "../operation/operation-context";
import { type Discovered, discover } from "./discover";
import { listForgottenVips } from "./forgotten-vips";
import { AuthorityReader } from "./read-authority";

const Input = operationKinds["cluster.discover"].input;
type Input = z.output<typeof Input>;
type LookStep = PlannedStep<"cluster.look", Input>;

/** `cluster.discover`: looks at a group from one member and says what registering it would do. Changes nothing. */
export const discoverOperation: OperationDefinition = defineOperation<Input, LookStep>({
  input: Input,
  timeoutMs: 10_000,
  plan: async (_context, input): Promise<PlannedOperation<LookStep>> => ({
    steps: [
      {
        ordinal: 0,
        code: "cluster.look",
        hostId: null,
        hostName: null,
        title: message("step.cluster.look", { address: input.address, port: input.port }),
        preview: [],
        isReversible: false,
        input,
      },
    ],
    consequences: [],
  }),
  executors: {
    "cluster.look": defineStep<Input>({
      input: Input,
      timeoutMs: 30_000,
      undo: { kind: "nothing" },
      async execute(context, input, signal) {
        const { address, port, user } = input;
        const account = { user, password: await getPassword(context) };
        const judged = await discover(
          context.worker,
          { address, port, authority: null },
          account,
          await AuthorityReader.ofAll(context.worker, account, signal),
          signal,
        );
        const hostIds = judged.members.map((member) => member.hostId);
        const letGo = await listForgottenVips(context.worker, hostIds, signal);
        const members = await draftMembers(judged, account, signal);
        return { kind: "done", output: toDiscovery(judged, members, user, letGo) };
      },
    }),
  },
  async finish(context) {
    const [found] = await context.listOutputs("cluster.look", Discovery);
    return found?.output ?? null;
  },
});

/** The password that came with the request. Throws where it is gone: the operation was repeated too late. */
export async function getPassword(context: OperationContext): Promise<string> {
  const password = await context.findSecret(operationPasswordName);
  if (password !== null) return password;
  throw new StepFailure("failure.credential_missing", { params: { account: "administrator" } });
}

/**
 * A discovery as the API shows it; the plan is what registering these members would do, and `letGo` what agents would lose
 * by it.
 */
export function toDiscovery(
  judged: Discovered,
  members: readonly WantedMemberDraft[],
  administrator: string,
  letGo: readonly Message[] = [],
): Discovery {
  const planned = planRegister({
    name: "",
    groupName: judged.groupName,
    members,
    administrator,
    isAdministratorKept: false,
  });
  return {
    groupName: judged.groupName,
    isSinglePrimary: judged.isSinglePrimary,
    hasMajority: judged.hasMajority,
    members: judged.members.map(({ address: _, trust: __, ...member }) => member),
    problems: [...judged.problems, ...letGo],
    plan: judged.blocking.length > 0 ? [] : toPlan(planned).steps,
  };
}
