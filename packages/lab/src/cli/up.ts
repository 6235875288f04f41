import { parseArgs } from "node:util";
import { LabError } from "../errors";
import { type HostName, hostNames, isHostName } from "../roster";
import { defaultLab, startLab } from "../start-lab";
import { type LabPart, labParts } from "../state/lab-state";
import type { CommandContext } from "./main";
import { printStatus } from "./status";

/** `lab up`: progress while it works, then what was brought up and how to reach it. */
export async function runUp({ args, signal }: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      name: { type: "string", default: defaultLab.name },
      subnet: { type: "string" },
      with: { type: "string" },
      hosts: { type: "string" },
      expel: { type: "string" },
    },
  });
  const startedMs = performance.now();
  const lab = await startLab({
    name: values.name,
    ...(values.subnet === undefined ? {} : { subnet: values.subnet }),
    ...(values.with === undefined ? {} : { with: parseParts(values.with) }),
    ...(values.hosts === undefined ? {} : { hosts: parseHosts(values.hosts) }),
    ...(values.expel === undefined ? {} : { expelSeconds: parseExpel(values.expel) }),
    signal,
    onProgress: (line) => console.log(`${secondsSince(startedMs).padStart(6)} s  ${line}`),
  });
  await printStatus(lab);
  console.log(
    `\nUp in ${secondsSince(startedMs)} s. Root by SSH: ssh -i ${lab.sshKeyPath} root@${lab.names.addressOf("db1")}`,
  );
  return 0;
}

function secondsSince(startedMs: number): string {
  return ((performance.now() - startedMs) / 1000).toFixed(1);
}

function parseParts(text: string): LabPart[] {
  if (text === "none") return [];
  const words = text.split(",");
  const wrong = words.filter((word) => !labParts.some((part) => part === word));
  if (wrong.length > 0) {
    throw new LabError(
      "bad_option",
      `--with knows ${labParts.join(", ")} and none; not ${wrong.join(", ")}.`,
    );
  }
  return labParts.filter((part) => words.includes(part));
}

function parseHosts(text: string): HostName[] {
  const words = text.split(",");
  const wrong = words.filter((word) => !isHostName(word));
  if (wrong.length > 0) {
    throw new LabError("bad_option", `--hosts knows ${hostNames.join(", ")}; not ${wrong.join(", ")}.`);
  }
  return words.filter(isHostName);
}

function parseExpel(text: string): number {
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= 3600) return seconds;
  throw new LabError("bad_option", `--expel takes whole seconds from 0 to 3600; not '${text}'.`);
}
