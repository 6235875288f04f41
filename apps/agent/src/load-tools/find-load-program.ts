import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { FoundLoadProgram, LoadProgramRequest } from "@primacy/contract/agent";
import { findCommand } from "../command/run-command";
import { hostPlaces, type ToolPlaces } from "./list-load-tools";

const nothing: FoundLoadProgram = { path: null, isTrusted: false };

/**
 * Where a host has a program: at its path, or by its name in the folders that load tools are looked for in. A path elsewhere is told as
 * absent: the host operator starts nothing there. Nothing is run.
 */
export async function findLoadProgram(
  { program }: LoadProgramRequest,
  { folders, isTrusted }: ToolPlaces = hostPlaces,
): Promise<FoundLoadProgram> {
  const folder = path.dirname(program);
  // A name has no folder: `path` calls it the present one.
  const places = folder === "." ? folders : folders.filter((one) => one === folder);
  const found = findCommand(path.basename(program), places);
  if (found === null || !(await isFile(found))) return nothing;
  return { path: found, isTrusted: await realpath(found).then(isTrusted, () => false) };
}

async function isFile(found: string): Promise<boolean> {
  return stat(found).then(
    (one) => one.isFile(),
    () => false,
  );
}
