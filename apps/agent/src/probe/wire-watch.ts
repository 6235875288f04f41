import type { WireAnswer, WireWatchOrder } from "@primacy/contract/agent";
import { type HostNetwork, monotonicMs } from "../vip/address/types";
import type { ArpPort } from "../vip/arp/types";
import { findArpNic } from "../vip/execute/executor";
import { findNicTowards } from "./neighbour-watch";

/** What the watch stands on. */
export interface WireWatchParts {
  readonly arp: ArpPort | null;
  readonly network: () => HostNetwork;
  /** True for a VIP that this agent asks for anyway, because it may hold it. */
  readonly isOwnVip: (vipId: string) => boolean;
  readonly onChange: () => void;
}

interface Order {
  readonly endsMs: number;
  readonly vips: WireWatchOrder["vips"];
}

type WatchedVip = WireWatchOrder["vips"][number];

const askEveryMs = 1000;
const windowMs = 400;

/**
 * Asks the wire each second for addresses that this host never holds, as the console ordered: the host sees them as a
 * client does. An order that is not repeated in time ends by itself, so that a console that is gone costs no packets.
 */
export class WireWatch {
  readonly #parts: WireWatchParts;
  readonly #orders = new Map<string, Order>();
  readonly #answers = new Map<string, WireAnswer>();
  #timer: NodeJS.Timeout | undefined;
  #isAsking = false;

  constructor(parts: WireWatchParts) {
    this.#parts = parts;
  }

  /** Takes the newest order of a cluster; returns the VIPs among it that this host can ask for. */
  order({ clusterId, forSeconds, vips }: WireWatchOrder): string[] {
    const asked = vips.filter((vip) => this.#canAsk(vip));
    this.#orders.set(clusterId, { endsMs: monotonicMs() + forSeconds * 1000, vips: asked });
    this.#forgetUnwanted();
    if (this.#listWanted().length > 0) {
      this.#timer ??= setInterval(() => void this.#askAll(), askEveryMs).unref();
    }
    return asked.map((vip) => vip.vipId);
  }

  /** Who answered last, for each VIP that is watched. */
  list(): WireAnswer[] {
    return [...this.#answers.values()];
  }

  /** Ends every order. May be called twice. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#orders.clear();
    this.#answers.clear();
  }

  #canAsk(vip: WatchedVip): boolean {
    const { arp, network, isOwnVip } = this.#parts;
    return arp !== null && !isOwnVip(vip.vipId) && findNicTowards(network(), vip.address) !== null;
  }

  #listWanted(): WatchedVip[] {
    return [...this.#orders.values()].flatMap((order) => order.vips);
  }

  #forgetUnwanted(): void {
    for (const [clusterId, order] of this.#orders) {
      if (monotonicMs() >= order.endsMs || order.vips.length === 0) {
        this.#orders.delete(clusterId);
      }
    }
    const wanted = this.#listWanted();
    for (const [vipId, answer] of this.#answers) {
      if (!wanted.some((vip) => vip.vipId === vipId && vip.address === answer.address)) {
        this.#answers.delete(vipId);
      }
    }
    if (wanted.length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  async #askAll(): Promise<void> {
    if (this.#isAsking) {
      return;
    }
    this.#isAsking = true;
    try {
      this.#forgetUnwanted();
      await Promise.all(this.#listWanted().map((vip) => this.#ask(vip)));
    } finally {
      this.#isAsking = false;
    }
  }

  async #ask(vip: WatchedVip): Promise<void> {
    const network = this.#parts.network();
    const nicName = findNicTowards(network, vip.address);
    const nic = nicName === null ? null : findArpNic(network, nicName, vip.address);
    if (nic === null || this.#parts.arp === null || !this.#canAsk(vip)) {
      return;
    }
    const answer = await this.#parts.arp.ask(nic, vip.address, windowMs);
    // An order may have ended, or a document come, while the answers were waited for.
    const isWanted = this.#listWanted().some((one) => one.vipId === vip.vipId);
    if (answer.kind === "failed" || !isWanted) {
      return;
    }
    const ownMacs = network.links.map((link) => link.mac);
    const macs = answer.holders.filter((mac) => !ownMacs.includes(mac));
    const before = this.#answers.get(vip.vipId);
    this.#answers.set(vip.vipId, {
      vipId: vip.vipId,
      address: vip.address,
      askedMonotonicMs: answer.holdersAskedMs,
      macs,
    });
    if (before?.macs.join() !== macs.join()) {
      this.#parts.onChange();
    }
  }
}
