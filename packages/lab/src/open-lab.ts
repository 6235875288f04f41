import { LabError } from "./errors";
import { Lab } from "./lab";
import { getLabNames } from "./lab-names";
import { findLabState } from "./state/lab-state";

/** The lab of that name, whatever its hosts do at the moment; null when `startLab` never made it. */
export async function findLab(name: string): Promise<Lab | null> {
  const state = await findLabState(name);
  return state === null ? null : new Lab(getLabNames(state.name, state.subnet), state);
}

/** As `findLab`, but throws LabError `lab_unknown` when there is none. */
export async function openLab(name: string): Promise<Lab> {
  const lab = await findLab(name);
  if (lab !== null) return lab;
  throw new LabError(
    "lab_unknown",
    `There is no lab '${name}'; start it with 'npm run lab -- up --name ${name}'.`,
  );
}
