import { z } from "zod";
import { LabError } from "../errors";
import type { LabNames } from "../lab-names";
import { runCommand, tryCommand } from "../process/run-command";

/** What is dropped between two ports: every frame (a cut cable), or IP only, so that ARP and neighbour discovery still pass. */
export type CutLayer = "wire" | "ip";

/** A direction between two ports of the switch that shall carry nothing. */
export interface CutPair {
  readonly from: string;
  readonly to: string;
}

const SETS: Readonly<Record<CutLayer, string>> = { wire: "wire", ip: "packets" };
const ISOLATED = "isolated";

/** Sets rather than rules, so that adding twice changes nothing and healing is one flush. */
const RULES = `
add table bridge primacy
add set bridge primacy wire { type ifname . ifname; }
add set bridge primacy packets { type ifname . ifname; }
add set bridge primacy isolated { type ifname; }
add chain bridge primacy cut { type filter hook forward priority 0; policy accept; }
flush chain bridge primacy cut
add rule bridge primacy cut iifname @isolated drop
add rule bridge primacy cut oifname @isolated drop
add rule bridge primacy cut iifname . oifname @wire drop
add rule bridge primacy cut icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert } accept
add rule bridge primacy cut ether type { ip, ip6 } iifname . oifname @packets drop
`;

/** Makes the switch ready to drop. Safe to repeat; keeps what is cut. */
export async function ensureWireRules(names: LabNames): Promise<void> {
  await runNft(names, RULES);
}

/** Cuts the given directions. Those that are cut already stay so. */
export async function cutPairs(names: LabNames, layer: CutLayer, pairs: readonly CutPair[]): Promise<void> {
  await ensureWireRules(names);
  const elements = pairs.map(({ from, to }) => `"${from}" . "${to}"`).join(", ");
  await runNft(names, `add element bridge primacy ${SETS[layer]} { ${elements} }\n`);
}

/** Drops everything from and to the port. */
export async function isolatePort(names: LabNames, port: string): Promise<void> {
  await ensureWireRules(names);
  await runNft(names, `add element bridge primacy ${ISOLATED} { "${port}" }\n`);
}

/** Ends every cut and isolation at once. */
export async function restoreWire(names: LabNames): Promise<void> {
  const flushes = [...Object.values(SETS), ISOLATED].map((set) => `flush set bridge primacy ${set}\n`);
  await runNft(names, `${RULES}${flushes.join("")}`);
}

const NftSet = z.object({ set: z.object({ name: z.string(), elem: z.array(z.unknown()).default([]) }) });

/** How many cuts and isolations are in force, read back from the kernel. */
export async function countCuts(names: LabNames): Promise<number> {
  const result = await tryCommand(nft(names, "-j", "list", "sets", "bridge"));
  if (result.exitCode !== 0) return 0;
  const parsed = z.object({ nftables: z.array(z.unknown()) }).safeParse(JSON.parse(result.stdout));
  if (!parsed.success) throw new LabError("command_failed", "The output of nft could not be understood.");
  return parsed.data.nftables
    .map((entry) => NftSet.safeParse(entry))
    .reduce((sum, entry) => sum + (entry.success ? entry.data.set.elem.length : 0), 0);
}

async function runNft(names: LabNames, input: string): Promise<void> {
  await runCommand(nft(names, "-f", "-"), { input });
}

function nft(names: LabNames, ...args: string[]): string[] {
  return ["ip", "netns", "exec", names.wireNamespace, "nft", ...args];
}
