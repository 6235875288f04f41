import type { OperationDefinitions } from "../operation/definition";
import { memberCheckOperation, memberOperation } from "./member-operation";

/** The operations on one member. */
export const memberOperations: OperationDefinitions<
  "member.check" | "member.start" | "member.stop" | "member.rejoin"
> = {
  "member.check": memberCheckOperation,
  "member.start": memberOperation("start"),
  "member.stop": memberOperation("stop"),
  "member.rejoin": memberOperation("rejoin"),
};
