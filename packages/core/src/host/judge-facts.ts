import { type HostFacts, type Message, message } from "@primacy/contract";
import type { AgentRelease } from "./steps";

/** What stands in the way of the agent on a host, all reasons at once, and what it would do without. */
export interface InstallVerdict {
  readonly problems: readonly Message[];
  readonly warnings: readonly Message[];
}

const oldestGlibc = [2, 28] as const;
/** Both packed and unpacked lie on the disk for a moment, and the agent needs room to write. */
const spareBytes = 32 * 1024 * 1024;

/** How much must be free where the agent is installed. */
export function countNeededBytes(release: AgentRelease): number {
  return release.packageBytes + release.unpackedBytes + spareBytes;
}

/**
 * Judges whether the agent can run on a host: x86-64 Linux with glibc 2.28 or newer, iproute2, root's rights, space.
 * A missing nft or arping is a warning with its consequence.
 */
export function judgeInstall(facts: HostFacts, release: AgentRelease, userName: string): InstallVerdict {
  const problems: Message[] = [];
  if (facts.architecture !== "x86_64") {
    problems.push(message("failure.host_architecture", { architecture: facts.architecture }));
  }
  if (!isGlibcNewEnough(facts.glibc)) {
    problems.push(
      message("failure.host_glibc", { glibc: facts.glibc ?? "-", needed: oldestGlibc.join(".") }),
    );
  }
  if (!facts.hasIproute) problems.push(message("failure.host_iproute"));
  if (facts.privilege === "none") problems.push(message("failure.host_privilege", { user: userName }));
  const needBytes = countNeededBytes(release);
  if (facts.freeBytes !== null && facts.freeBytes < needBytes) {
    problems.push(
      message("failure.host_space", {
        needMiB: toMiB(needBytes),
        freeMiB: Math.floor(facts.freeBytes / 1048576),
      }),
    );
  }
  const warnings: Message[] = [];
  if (!facts.hasNft) warnings.push(message("warning.host_nft"));
  if (!facts.hasArping) warnings.push(message("warning.host_arping"));
  return { problems, warnings };
}

function isGlibcNewEnough(version: string | null): boolean {
  const match = /^(\d+)\.(\d+)$/.exec(version ?? "");
  if (match === null) return false;
  const [major, minor] = [Number(match[1]), Number(match[2])];
  return major > oldestGlibc[0] || (major === oldestGlibc[0] && minor >= oldestGlibc[1]);
}

function toMiB(bytes: number): number {
  return Math.ceil(bytes / 1048576);
}
