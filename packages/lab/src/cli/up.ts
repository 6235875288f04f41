import { parseArgs } from "node:util";
import { LabError } from "../errors";
import { checkLabNames } from "../lab-names";
import { hostNames, isHostName } from "../roster";
import { defaultLab, startLab } from "../start-lab";
import { labParts } from "../state/lab-state";
import type { CommandContext } from "./run-lab";
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
  const { name, subnet } = values;
  const problems = [
    ...checkLabNames(name, subnet ?? defaultLab.subnet),
    ...checkWords("--with", values.with === "none" ? undefined : values.with, [...labParts, "none"]),
    ...checkWords("--hosts", values.hosts, hostNames),
    ...checkExpel(values.expel),
  ];
  if (problems.length > 0) throw new LabError("bad_option", `Refused: ${problems.join("; ")}.`);
  const words = (text: string): readonly string[] => text.split(",");
  const { with: parts, hosts, expel } = values;
  const startedMs = performance.now();
  const lab = await startLab({
    name,
    ...(subnet === undefined ? {} : { subnet }),
    ...(parts === undefined ? {} : { with: labParts.filter((part) => words(parts).includes(part)) }),
    ...(hosts === undefined ? {} : { hosts: words(hosts).filter(isHostName) }),
    ...(expel === undefined ? {} : { expelSeconds: Number(expel) }),
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

function checkWords(option: string, text: string | undefined, known: readonly string[]): string[] {
  const wrong = (text?.split(",") ?? []).filter((word) => word === "none" || !known.includes(word));
  return wrong.length === 0 ? [] : [`${option} knows ${known.join(", ")}; not ${wrong.join(", ")}`];
}

function checkExpel(text: string | undefined): string[] {
  if (text === undefined || (/^\d+$/.test(text) && Number(text) <= 3600)) return [];
  return [`--expel takes whole seconds from 0 to 3600; not '${text}'`];
}
