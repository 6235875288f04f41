import { z } from "zod";
import { FixOrder, FixRestore } from "../fix/fix";
import { Id } from "../primitives/scalar";
import { startEndpoint } from "./start";

const byId = z.strictObject({ id: Id });

/** Fixes that checks offer. What each would do stands in the check's result, under `fixes`. */
export const fixEndpoints = {
  applyFix: startEndpoint("fix.apply", ["post", "/clusters/{id}/fixes"], {
    tag: "vip",
    summary:
      "Set the variable of a fix on every member and record what it was; undone as a whole where one cannot be set",
    params: byId,
    body: FixOrder,
    refusals: ["credentials_missing"],
  }),
  restoreFix: startEndpoint("fix.restore", ["post", "/clusters/{id}/fixes/restore"], {
    tag: "vip",
    summary: "Give the variable of a fix back what it was on each member",
    params: byId,
    body: FixRestore,
    refusals: ["credentials_missing"],
  }),
};
