import { parseArgs } from "node:util";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { openLab } from "../open-lab";
import { type HostName, hostNames, isHostName } from "../roster";
import { defaultLab } from "../start-lab";
import type { CommandContext } from "./run-lab";

/** `lab exec HOST -- CMD…`: exits as the command does. */
export async function runExec({ args }: CommandContext): Promise<number> {
  const split = args.indexOf("--");
  const own = split < 0 ? args : args.slice(0, split);
  const { lab, host, rest } = parseHost(own);
  const argv = [...rest, ...(split < 0 ? [] : args.slice(split + 1))];
  if (argv.length === 0) throw new LabError("bad_option", "Name the command to run: exec HOST -- CMD…");
  return runInTerminal((await openLab(lab)).host(host), argv);
}

/** `lab shell HOST`: a root shell with this terminal. */
export async function runShell({ args }: CommandContext): Promise<number> {
  const { lab, host, rest } = parseHost(args);
  if (rest.length > 0)
    throw new LabError("bad_option", `A shell takes no command: exec ${host} -- ${rest.join(" ")}`);
  return runInTerminal((await openLab(lab)).host(host), ["bash", "-l"]);
}

function parseHost(args: readonly string[]): { lab: string; host: HostName; rest: string[] } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { name: { type: "string", default: defaultLab.name } },
  });
  const [name = "", ...rest] = positionals;
  if (!isHostName(name))
    throw new LabError("bad_option", `Name a host: ${hostNames.join(", ")}; not '${name}'.`);
  return { lab: values.name, host: name, rest };
}

async function runInTerminal(host: LabHost, argv: readonly string[]): Promise<number> {
  const child = await host.spawn(argv, { inherit: true });
  // The terminal sends Ctrl-C to the child as well; it alone decides what that means.
  process.on("SIGINT", () => undefined);
  return new Promise((resolve) => child.on("close", (code) => resolve(code ?? 128)));
}
