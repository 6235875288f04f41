import { parseArgs } from "node:util";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { openLab } from "../open-lab";
import { hostNames, isHostName } from "../roster";
import { defaultLab } from "../start-lab";
import type { CommandContext } from "./main";

/** `lab exec HOST -- CMD…`: exits as the command does. */
export async function runExec({ args }: CommandContext): Promise<number> {
  const split = args.indexOf("--");
  const own = split < 0 ? args : args.slice(0, split);
  const { host, rest } = await parseHost(own);
  const argv = [...rest, ...(split < 0 ? [] : args.slice(split + 1))];
  if (argv.length === 0) throw new LabError("bad_option", "Name the command to run: exec HOST -- CMD…");
  return runInTerminal(host, argv);
}

/** `lab shell HOST`: a root shell with this terminal. */
export async function runShell({ args }: CommandContext): Promise<number> {
  const { host } = await parseHost(args);
  return runInTerminal(host, ["bash", "-l"]);
}

async function parseHost(args: readonly string[]): Promise<{ host: LabHost; rest: string[] }> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { name: { type: "string", default: defaultLab.name } },
  });
  const [name = "", ...rest] = positionals;
  if (!isHostName(name))
    throw new LabError("bad_option", `Name a host: ${hostNames.join(", ")}; not '${name}'.`);
  return { host: (await openLab(values.name)).host(name), rest };
}

async function runInTerminal(host: LabHost, argv: readonly string[]): Promise<number> {
  const child = await host.spawn(argv, { inherit: true });
  // The terminal sends Ctrl-C to the child as well; it alone decides what that means.
  process.on("SIGINT", () => undefined);
  return new Promise((resolve) => child.on("close", (code) => resolve(code ?? 128)));
}
