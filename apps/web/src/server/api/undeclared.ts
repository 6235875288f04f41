import type { ProblemCode, Refusal } from "@primacy/contract";
import { type Endpoint, listRefusals } from "@primacy/contract/api";
import type { Logger } from "../log";

/** A code that a call was refused with and does not declare, so that the OpenAPI document does not name it there. */
export interface UndeclaredRefusal {
  readonly endpoint: string;
  readonly code: ProblemCode;
  readonly requestId: string;
}

/** Told of each such refusal, which is answered all the same: an operator needs its reasons, and no failure in their place. */
export type OnUndeclared = (undeclared: UndeclaredRefusal) => void;

/** Writes a line for each of them. */
export function logUndeclared(log: Logger): OnUndeclared {
  return (undeclared) => log.error(undeclared, "a refusal is not declared");
}

/** Tells `onUndeclared` of a refusal that the call `name` does not declare. */
export function checkDeclared(
  onUndeclared: OnUndeclared,
  name: string,
  endpoint: Endpoint,
  { code }: Refusal,
  requestId: string,
): void {
  if (!listRefusals(endpoint).includes(code)) onUndeclared({ endpoint: name, code, requestId });
}
