import { type CpuInfo, cpus, release, totalmem } from "node:os";
import type { HostMachine } from "@primacy/contract/agent";

/** Where it is read from; replaced in tests. */
export interface MachineParts {
  readonly kernel: () => string;
  readonly cpus: () => readonly Pick<CpuInfo, "model">[];
  readonly memoryBytes: () => number;
}

const ownHost: MachineParts = { kernel: release, cpus, memoryBytes: totalmem };

/** Reads what this host is made of. Never throws. */
export function readHostMachine(parts: MachineParts = ownHost): HostMachine {
  const processors = parts.cpus();
  return {
    kernel: parts.kernel(),
    cpuModel: nameOf(processors[0]?.model ?? ""),
    cpus: processors.length,
    memoryBytes: parts.memoryBytes(),
  };
}

/** Makers fill names up with blanks. What the kernel does not name is `unknown` on some processors, and empty on others. */
function nameOf(model: string): string | null {
  const name = model.trim().replaceAll(/\s+/g, " ");
  return name === "" || name === "unknown" ? null : name.slice(0, 200);
}
