import { type CheckCount, changing, looking, noInput, noResult } from "../operation/declare";
import { ReadVipsOrder } from "./read-vips";
import { VariablesReading } from "./variables";

/** What reads the variables of a cluster's servers, and what changes the plugin's map of addresses. */
export const variablesKinds = {
  "variables.read": looking("viewer", { input: noInput, result: VariablesReading, count: countRead }),
  "variables.read_vips": changing("operator", { input: ReadVipsOrder, result: noResult }),
};

/** Members that could not be read; what differs between the others is no failure. */
function countRead({ members }: VariablesReading): CheckCount | null {
  const failed = members.filter(({ problem }) => problem !== null).length;
  return failed === 0 ? null : { failed, warned: 0 };
}
