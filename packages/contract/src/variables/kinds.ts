import { looking, noInput } from "../operation/declare";
import { VariablesReading } from "./variables";

/** What reads the variables of a cluster's servers. */
export const variablesKinds = {
  "variables.read": looking("viewer", { input: noInput, result: VariablesReading }),
};
