import { isFinished, type Operation } from "@primacy/contract";
import type { ApiClient } from "@primacy/contract/api";
import { LabError } from "../errors";

const waitSeconds = 20;

/** How long an operation may take, and who hears of its steps. */
export interface WatchOptions {
  readonly timeoutMs?: number;
  readonly onStep?: (line: string) => void;
}

/**
 * Waits until an operation is finished and returns it, whatever its outcome. Each step that ends is told to `onStep`.
 * Throws LabError `not_observed` when it is not finished in time (10 min unless told).
 */
export async function awaitOperation(
  api: ApiClient,
  id: string,
  options: WatchOptions = {},
): Promise<Operation> {
  const deadline = Date.now() + (options.timeoutMs ?? 600_000);
  const told = new Set<number>();
  for (;;) {
    const operation = await api.call("getOperation", {
      params: { id },
      query: { wait: options.onStep ? 1 : waitSeconds },
    });
    for (const step of operation.steps) {
      if (step.finishedAt === null || told.has(step.ordinal)) continue;
      told.add(step.ordinal);
      options.onStep?.(`${step.hostName ?? operation.title.text}: ${step.title.text} (${step.state})`);
    }
    if (isFinished(operation.state)) return operation;
    if (Date.now() > deadline)
      throw new LabError("not_observed", `${operation.title.text} is still ${operation.state}.`);
  }
}

/** Like `awaitOperation`, but throws LabError `console_refused` with the operation's problem unless it succeeded. */
export async function awaitSuccess(
  api: ApiClient,
  id: string,
  options: WatchOptions = {},
): Promise<Operation> {
  const operation = await awaitOperation(api, id, options);
  if (operation.state === "succeeded") return operation;
  const reasons = operation.problem?.errors.map((one) => one.message.text) ?? [];
  const failed = operation.steps
    .filter((step) => step.state === "failed")
    .map((step) => `${step.title.text}: ${step.detail?.text ?? ""}`);
  throw new LabError(
    "console_refused",
    [
      `${operation.title.text} is ${operation.state}.`,
      operation.problem?.message.text ?? "",
      ...reasons,
      ...failed,
    ]
      .filter(Boolean)
      .join(" "),
  );
}
