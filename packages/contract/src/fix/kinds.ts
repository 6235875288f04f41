import { z } from "zod";
import { changing } from "../operation/declare";
import { FixOrder, FixRestore, FixResult } from "./fix";

const user = z.string().nullable();

/** What is done with the settings that checks offer to mend. */
export const fixKinds = {
  "fix.apply": changing("operator", {
    input: FixOrder.omit({ administrator: true }).extend({ user }),
    result: FixResult,
  }),
  "fix.restore": changing("operator", {
    input: FixRestore.omit({ administrator: true }).extend({ user }),
    result: FixResult,
  }),
};
