import { parseArgs } from "node:util";
import type { FaultEvidence } from "../fault/evidence";
import { openLab } from "../open-lab";
import { defaultLab } from "../start-lab";
import { parseFault } from "./parse-fault";
import type { CommandContext } from "./run-lab";

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
  const inject = parseFault(positionals, {
    oneWay: values["one-way"],
    layer: values["ip-only"] ? "ip" : "wire",
    restart: !values["no-restart"],
  });
  const evidence = await inject(await openLab(values.name), signal);
  if (values.json) console.log(JSON.stringify(evidence));
  else printEvidence(evidence);
  return 0;
}

function printEvidence(evidence: FaultEvidence): void {
  const tookMs = Math.round(evidence.observedAtMs - evidence.actedAtMs);
  console.log(`${evidence.fault} ${evidence.target}: observed after ${tookMs} ms`);
  for (const observation of evidence.observations) console.log(`  ${observation}`);
}
