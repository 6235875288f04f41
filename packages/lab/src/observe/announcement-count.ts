import { randomBytes } from "node:crypto";
import { z } from "zod";
import { LabError } from "../errors";
import type { Lab } from "../lab";
import { runCommand, tryCommand } from "../process/run-command";
import { type HostName, hostNames } from "../roster";

const Rule = z.object({
  rule: z.object({
    comment: z.string(),
    expr: z.array(z.object({ counter: z.object({ packets: z.number().int() }).optional() })),
  }),
});

/**
 * Counts the gratuitous ARP packets for an address on the lab's switch, by the host that sent them: those whose sender
 * and target are both that address. An agent's announcement is two of them, a request and a reply.
 */
export class AnnouncementCount {
  readonly #lab: Lab;
  readonly #table: string;

  private constructor(lab: Lab, table: string) {
    this.#lab = lab;
    this.#table = table;
  }

  /** Counts from now on, until it is stopped. */
  static async start(lab: Lab, address: string): Promise<AnnouncementCount> {
    const table = `primacy_count_${randomBytes(4).toString("hex")}`;
    const rules = hostNames.map(
      (host) =>
        `add rule bridge ${table} seen iifname "${host}" ether type arp arp saddr ip ${address} arp daddr ip ${address} counter comment "${host}"\n`,
    );
    const input = [
      `add table bridge ${table}\n`,
      `add chain bridge ${table} seen { type filter hook prerouting priority -10; }\n`,
      ...rules,
    ].join("");
    const count = new AnnouncementCount(lab, table);
    await runCommand(count.#nft("-f", "-"), { input });
    return count;
  }

  /** Packets so far, by host. Throws LabError `command_failed`. */
  async read(): Promise<ReadonlyMap<HostName, number>> {
    const { stdout } = await runCommand(this.#nft("-j", "list", "table", "bridge", this.#table));
    const parsed = z.object({ nftables: z.array(z.unknown()) }).safeParse(JSON.parse(stdout));
    if (!parsed.success) throw new LabError("command_failed", "The output of nft could not be understood.");
    const counts = new Map<HostName, number>();
    for (const entry of parsed.data.nftables) {
      const found = Rule.safeParse(entry);
      const host = hostNames.find((name) => found.success && found.data.rule.comment === name);
      const packets = found.data?.rule.expr.find((part) => part.counter !== undefined)?.counter?.packets;
      if (host !== undefined && packets !== undefined) counts.set(host, packets);
    }
    return counts;
  }

  /** Ends it. May be called twice. */
  async stop(): Promise<void> {
    await tryCommand(this.#nft("delete", "table", "bridge", this.#table));
  }

  #nft(...args: string[]): string[] {
    return ["ip", "netns", "exec", this.#lab.names.wireNamespace, "nft", ...args];
  }
}
