import { parseArgs } from "node:util";
import { defaultLab } from "../start-lab";
import { stopLab } from "../stop-lab";
import type { CommandContext } from "./run-lab";

/** `lab down`: takes a lab away, whole or half made. */
export async function runDown({ args, signal }: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { name: { type: "string", default: defaultLab.name } },
  });
  await stopLab(values.name, { signal, onProgress: (line) => console.log(line) });
  console.log(`Lab '${values.name}' is down.`);
  return 0;
}
