import { readFile } from "node:fs/promises";
import { canonicalAddress, familyOf, message } from "@primacy/contract";
import type { GuardedPluginAddress, LeftRemoval } from "@primacy/contract/agent";
import { judgeRemoval, type PlacedAddress } from "@primacy/core/greatdb-ha";
import { z } from "zod";
import { CommandError, findCommand, runCommand } from "../command/run-command";
import { tellError } from "../message/told-error";

const commandTimeoutMs = 2_000;
const forever = 0xffffffff;

const IpAddresses = z.array(
  z.object({
    addr_info: z
      .array(
        z.object({
          family: z.string().optional(),
          local: z.string().optional(),
          prefixlen: z.number().optional(),
          label: z.string().optional(),
          secondary: z.boolean().optional(),
          valid_life_time: z.number().optional(),
        }),
      )
      .optional(),
  }),
);

/** An address that the grant has, as the kernel shows it. */
export interface LeftAddress extends Pick<GuardedPluginAddress, "address" | "prefixLength" | "nic"> {
  readonly label: string | null;
}

/**
 * Deletes one address of the plugin, by the kernel's own word right before: where it is as the plugin puts it there, and where nothing else
 * goes with it. The kernel compares the label once more as it deletes. By the `ip` command, for it happens once in a failover. Never
 * throws.
 */
export async function removeLeft(left: LeftAddress): Promise<LeftRemoval> {
  const { address, prefixLength, nic, label } = left;
  const ip = findCommand("ip");
  if (ip === null) return { kind: "failed", reason: message("guard.no_ip") };
  const run = (...args: string[]): Promise<string> => runCommand(ip, args, { timeoutMs: commandTimeoutMs });
  try {
    const addresses = parseAddresses(await run("-j", "address", "show", "dev", nic));
    const verdict = judgeRemoval(left, { addresses, promotesSecondaries: await promotesSecondaries(nic) });
    if (verdict.kind !== "allowed") return verdict;
    const labelled = label === null ? [] : ["label", label];
    await run("address", "delete", `${address}/${prefixLength}`, "dev", nic, ...labelled);
    return { kind: "released" };
  } catch (error) {
    const isGone =
      error instanceof CommandError &&
      /Cannot assign requested address|Cannot find device|does not exist|address not found/i.test(
        error.stderr,
      );
    return isGone ? { kind: "absent" } : { kind: "failed", reason: tellError(error) };
  }
}

/** The kernel takes the larger of both; one that cannot be read counts as off, which refuses. */
async function promotesSecondaries(nic: string): Promise<boolean> {
  const values = await Promise.all(
    ["all", nic].map((of) =>
      readFile(`/proc/sys/net/ipv4/conf/${of}/promote_secondaries`, "utf8").catch(() => "0"),
    ),
  );
  return values.some((value) => Number(value) > 0);
}

function parseAddresses(text: string): readonly PlacedAddress[] {
  return IpAddresses.parse(JSON.parse(text || "[]")).flatMap(({ addr_info = [] }) =>
    addr_info.flatMap(({ local, prefixlen, label, secondary, valid_life_time: life = forever }) => {
      if (local === undefined || prefixlen === undefined || familyOf(local) === null) return [];
      return [
        {
          address: canonicalAddress(local),
          prefixLength: prefixlen,
          label: familyOf(local) === 6 ? null : (label ?? null),
          isSecondary: secondary === true,
          isPermanent: life >= forever,
        },
      ];
    }),
  );
}
