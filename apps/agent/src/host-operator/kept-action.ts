import { createHash } from "node:crypto";
import { HostAction } from "@primacy/contract/agent";
import { z } from "zod";

const [ServiceAction, FileAction, ProcessAction, CachesAction, FaultAction, ...PlacingActions] =
  HostAction.options;

/** What was ordered, without the input of a program, which may have a password in it: its hash is in its place. */
export const KeptAction = z.discriminatedUnion("kind", [
  ServiceAction,
  FileAction,
  CachesAction,
  FaultAction,
  ...PlacingActions,
  ProcessAction.extend({ input: z.templateLiteral(["sha256:", z.hash("sha256")]).optional() }),
]);
export type KeptAction = z.infer<typeof KeptAction>;

/** An action as the journal keeps it; two actions are the same where this is. Its fields are in the schema's order, as in a file's. */
export function keepAction(action: HostAction): KeptAction {
  const input = action.kind === "process" ? action.input : undefined;
  return KeptAction.parse(input === undefined ? action : { ...action, input: `sha256:${hash(input)}` });
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
