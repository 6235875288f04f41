import { bootstrapArguments, bootstrapInput, nameRouter, type RouterStepInput } from "@primacy/core/proxy";
import { z } from "zod";
import { actionIdOf } from "../../host-operator/action-id";
import type { OperatorSession } from "../../host-operator/operator-session";
import { defineStep, type StepContext } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { removeFolder } from "./host-acts";
import { onPrimary } from "./on-primary";
import { openSessionOf, runAsRouter, tellOutput } from "./router-session";
import { renewPassword } from "./server-steps";
import { stepInput } from "./step-input";

const stepLimitMs = 180_000;
const limitMs = 60_000;
/** A step is resumed a few times at most. */
const mostAttempts = 20;

/** Bootstraps MySQL Router by its own account; undone, its folder is gone. */
export const bootstrapStep = defineStep<RouterStepInput, object>({
  input: stepInput,
  timeoutMs: stepLimitMs,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    async undo(context, input, _record, signal) {
      const session = await openSessionOf(context, input, signal);
      await endAttempts(session, input, mostAttempts, signal);
      await removeFolder(session, input, signal);
    },
  },
  async execute(context, input, signal) {
    const { attempt } = context.step;
    const session = await openSessionOf(context, input, signal);
    // Of a worker that died: two at once would write the same files.
    await endAttempts(session, input, attempt - 1, signal);
    await bootstrap(context, input, session, signal);
    return { kind: "done" };
  },
});

async function bootstrap(
  { worker, step }: StepContext,
  input: RouterStepInput,
  session: OperatorSession,
  signal: AbortSignal,
): Promise<void> {
  const { proxyId, clusterId, hostName: host, hostAddress, program } = input;
  const { password } = await renewPassword(worker, input, signal);
  const primary = await onPrimary(worker, clusterId, null, signal, async ({ server }) => server);
  const { exitCode, isLate, output } = await runAsRouter(
    session,
    {
      actionId: actionIdOf(proxyId, attemptOf(step.attempt)),
      program,
      args: bootstrapArguments(nameRouter(proxyId), { primary, hostAddress }),
      input: bootstrapInput(password),
      limitMs,
    },
    signal,
  );
  const said = tellOutput(output);
  if (isLate) throw new StepFailure("failure.router_bootstrap_late", { params: { host, limitMs, said } });
  if (exitCode !== 0) throw new StepFailure("failure.router_bootstrap", { params: { host, said } });
}

const attemptOf = (attempt: number): string => `bootstrap ${attempt}`;

async function endAttempts(
  session: OperatorSession,
  { proxyId }: RouterStepInput,
  last: number,
  signal: AbortSignal,
): Promise<void> {
  const ids = Array.from({ length: last }, (_, index) => actionIdOf(proxyId, attemptOf(index + 1)));
  const { actions } = await session.report(signal);
  const running = actions.filter((one) => ids.includes(one.actionId) && one.process?.isRunning === true);
  for (const { actionId } of running) await session.undo(actionId, signal);
}
