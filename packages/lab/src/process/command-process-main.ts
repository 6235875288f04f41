// The small process that starts commands for a large one: see `getCommandProcess`. It ends with who started it.
import { LabError } from "../errors";
import type { CommandNews, CommandOrder } from "./command-process";
import { startCommand } from "./start-command";

const running = new Map<number, AbortController>();
const tell = (news: CommandNews | "ready"): void => {
  // Nobody hears it any more where the other end has just gone.
  if (process.connected) process.send?.(news, undefined, undefined, () => undefined);
};

process.on("message", (order: CommandOrder) => {
  if (order.kind === "abort") running.get(order.id)?.abort();
  else void run(order);
});
process.on("disconnect", () => process.exit());
tell("ready");

async function run({ id, argv, options, hasLines }: Extract<CommandOrder, { kind: "run" }>): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  const onErrorLine = (line: string): void => tell({ kind: "line", id, line });
  try {
    const result = await startCommand(argv, {
      ...options,
      ...(hasLines ? { onErrorLine } : {}),
      signal: controller.signal,
    });
    tell({ kind: "ended", id, result });
  } catch (error) {
    const { code, message, retryable } =
      error instanceof LabError ? error : new LabError("command_failed", String(error));
    tell({ kind: "failed", id, code, message, retryable });
  } finally {
    running.delete(id);
  }
}
