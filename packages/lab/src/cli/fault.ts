import { parseArgs } from "node:util";
import { LabError } from "../errors";
import type { FaultEvidence } from "../fault/evidence";
import type { Lab } from "../lab";
import { openLab } from "../open-lab";
import {
  CONSOLE,
  type DatabaseName,
  databaseNames,
  type Endpoint,
  type HostName,
  hostNames,
  isDatabaseName,
  isHostName,
} from "../roster";
import { defaultLab } from "../start-lab";
import type { CommandContext } from "./main";

interface FaultCommand {
  readonly lab: Lab;
  readonly words: readonly string[];
  readonly oneWay: boolean;
  readonly layer: "wire" | "ip";
  readonly restart: boolean;
  readonly signal: AbortSignal;
}

const faults: Readonly<Record<string, (command: FaultCommand) => Promise<FaultEvidence>>> = {
  "kill-mysql": ({ lab, words, restart }) => lab.fault.killMysql(database(words[0]), { restart }),
  "stop-mysql": ({ lab, words, signal }) => lab.fault.stopMysql(database(words[0]), signal),
  "start-mysql": ({ lab, words, signal }) => lab.fault.startMysql(database(words[0]), signal),
  "freeze-process": ({ lab, words }) => lab.fault.freezeProcess(host(words[0]), processTarget(words[1])),
  "thaw-process": ({ lab, words }) => lab.fault.thawProcess(host(words[0]), processTarget(words[1])),
  "freeze-host": ({ lab, words }) => lab.fault.freezeHost(host(words[0])),
  "thaw-host": ({ lab, words }) => lab.fault.thawHost(host(words[0])),
  "link-down": ({ lab, words }) => lab.fault.linkDown(host(words[0])),
  "link-up": ({ lab, words }) => lab.fault.linkUp(host(words[0])),
  cut: ({ lab, words, oneWay, layer }) =>
    lab.fault.cut({ from: endpoints(words[0]), to: endpoints(words[1]), oneWay, layer }),
  isolate: ({ lab, words }) => lab.fault.isolate(host(words[0])),
  "power-off": ({ lab, words }) => lab.fault.powerOff(host(words[0])),
  "power-on": ({ lab, words, signal }) => lab.fault.powerOn(host(words[0]), signal),
  heal: ({ lab, signal }) => lab.fault.heal({ signal, onProgress: (line) => console.log(line) }),
};

/** `lab fault …`: injects one fault and prints what was observed of it; exit 0 only when it was. */
export async function runFault({ args, signal }: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      name: { type: "string", default: defaultLab.name },
      "one-way": { type: "boolean", default: false },
      "no-restart": { type: "boolean", default: false },
      "ip-only": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const [name = "", ...words] = positionals;
  const inject = faults[name];
  if (inject === undefined) {
    throw new LabError("bad_option", `fault knows ${Object.keys(faults).join(", ")}; not '${name}'.`);
  }
  const evidence = await inject({
    lab: await openLab(values.name),
    words,
    oneWay: values["one-way"],
    layer: values["ip-only"] ? "ip" : "wire",
    restart: !values["no-restart"],
    signal,
  });
  if (values.json) console.log(JSON.stringify(evidence));
  else printEvidence(evidence);
  return 0;
}

function printEvidence(evidence: FaultEvidence): void {
  const tookMs = Math.round(evidence.observedAtMs - evidence.actedAtMs);
  console.log(`${evidence.fault} ${evidence.target}: observed after ${tookMs} ms`);
  for (const observation of evidence.observations) console.log(`  ${observation}`);
}

function host(word: string | undefined): HostName {
  if (word !== undefined && isHostName(word)) return word;
  throw new LabError("bad_option", `Name a host: ${hostNames.join(", ")}; not '${word ?? ""}'.`);
}

function endpoints(words: string | undefined): Endpoint[] {
  return (words ?? "").split(",").map((word) => (word === CONSOLE ? CONSOLE : host(word)));
}

function database(word: string | undefined): DatabaseName {
  if (word !== undefined && isDatabaseName(word)) return word;
  throw new LabError("bad_option", `Name a database host: ${databaseNames.join(", ")}; not '${word ?? ""}'.`);
}

function processTarget(word: string | undefined): string | number {
  if (word === undefined)
    throw new LabError("bad_option", "Name a process by its name or its pid on the host.");
  return /^\d+$/.test(word) ? Number(word) : word;
}
