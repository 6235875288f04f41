import { changing, looking, noInput, noResult } from "../operation/declare";
import { ReadVipsOrder } from "./read-vips";
import { VariablesReading } from "./variables";

/** What reads the variables of a cluster's servers, and what changes the plugin's map of addresses. */
export const variablesKinds = {
  "variables.read": looking("viewer", { input: noInput, result: VariablesReading }),
  "variables.read_vips": changing("operator", { input: ReadVipsOrder, result: noResult }),
};
