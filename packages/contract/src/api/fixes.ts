import { z } from "zod";
import { FixOrder, FixRestore } from "../fix/fix";
import { Accepted } from "../operation/operation";
import { Id } from "../primitives/scalar";
import { endpoint } from "./endpoint";

const byId = z.strictObject({ id: Id });

/** Fixes that checks offer. What each would do stands in the check's result, under `fixes`. */
export const fixEndpoints = {
  applyFix: endpoint("post", "/clusters/{id}/fixes", {
    access: "operator",
    tag: "vip",
    summary:
      "Set the variable of a fix on every member and record what it was; undone as a whole where one cannot be set",
    params: byId,
    body: FixOrder,
    status: 202,
    answer: Accepted,
  }),
  restoreFix: endpoint("post", "/clusters/{id}/fixes/restore", {
    access: "operator",
    tag: "vip",
    summary: "Give the variable of a fix back what it was on each member",
    params: byId,
    body: FixRestore,
    status: 202,
    answer: Accepted,
  }),
};
