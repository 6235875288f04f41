import { parseArgs } from "node:util";
import { openLab } from "../open-lab";
import { defaultLab } from "../start-lab";
import type { CommandContext } from "./run-lab";
import { printStatus } from "./status";

/** `lab reset`: heals everything and makes the group whole again with db1 as primary. */
export async function runReset({ args, signal }: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { name: { type: "string", default: defaultLab.name } },
  });
  const lab = await openLab(values.name);
  await lab.resetGroup({ signal, onProgress: (line) => console.log(line) });
  await printStatus(lab);
  return 0;
}
