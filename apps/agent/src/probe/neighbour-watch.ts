import { familyOf, isNetworkAddress, isSameSubnet } from "@primacy/contract";
import type { PeerReach } from "@primacy/contract/agent";
import { onPulse } from "../clock/pulse";
import type { HostNetwork } from "../vip/address/types";
import { monotonicMs } from "../vip/address/types";
import type { ArpPort } from "../vip/arp/types";
import { findArpNic } from "../vip/execute/executor";

/** A peer's host as this host's wire shows it. */
export interface NeighbourReach {
  readonly isAnswering: boolean;
  readonly askedMs: number;
}

/** A peer whose host may have to be asked for. */
export interface Neighbour {
  readonly hostId: string;
  readonly address: string;
}

const windowMs = 200;

/**
 * Asks by ARP for the hosts of peers whose agents do not answer: whether a dead agent or a dead host is
 * behind the silence. An agent that answers shows that its host lives, so it costs no packet.
 */
export class NeighbourWatch {
  readonly #arp: ArpPort | null;
  readonly #network: () => HostNetwork;
  readonly #onChange: () => void;
  readonly #reach = new Map<string, NeighbourReach>();
  #stopAsking: () => void = () => undefined;
  #isAsking = false;

  constructor(arp: ArpPort | null, network: () => HostNetwork, onChange: () => void) {
    this.#arp = arp;
    this.#network = network;
    this.#onChange = onChange;
  }

  /** Asks each second for those of the neighbours whose agent is silent, until stopped or started anew. */
  start(neighbours: readonly Neighbour[], listReach: () => readonly PeerReach[]): void {
    this.stop();
    for (const hostId of this.#reach.keys()) {
      if (!neighbours.some((neighbour) => neighbour.hostId === hostId)) {
        this.#reach.delete(hostId);
      }
    }
    this.#stopAsking = onPulse(1000, () => {
      void this.#askAll(neighbours, listReach());
    });
  }

  /** Adds what the wire showed to what the pings showed. */
  complete(reach: PeerReach): PeerReach {
    if (reach.isAgentAnswering === true) {
      return { ...reach, isHostAnswering: true, hostAskedMonotonicMs: reach.agentAskedMonotonicMs };
    }
    const known = this.#reach.get(reach.hostId);
    return known === undefined
      ? reach
      : { ...reach, isHostAnswering: known.isAnswering, hostAskedMonotonicMs: known.askedMs };
  }

  /** Ends the asking. May be called twice. */
  stop(): void {
    this.#stopAsking();
  }

  async #askAll(neighbours: readonly Neighbour[], reach: readonly PeerReach[]): Promise<void> {
    if (this.#isAsking) {
      return;
    }
    this.#isAsking = true;
    const silent = neighbours.filter(
      ({ hostId }) => reach.find((known) => known.hostId === hostId)?.isAgentAnswering === false,
    );
    await Promise.all(silent.map((neighbour) => this.#ask(neighbour)));
    this.#isAsking = false;
  }

  async #ask({ hostId, address }: Neighbour): Promise<void> {
    const nicName = findNicTowards(this.#network(), address);
    const nic = nicName === null ? null : findArpNic(this.#network(), nicName, address);
    if (nic === null || this.#arp === null) {
      return;
    }
    const askedMs = monotonicMs();
    const answer = await this.#arp.ask(nic, address, windowMs);
    if (answer.kind === "asked") {
      const isAnswering = answer.macs.length > 0;
      const hasChanged = this.#reach.get(hostId)?.isAnswering !== isAnswering;
      this.#reach.set(hostId, { isAnswering, askedMs });
      if (hasChanged) {
        this.#onChange();
      }
    }
  }
}

/** The interface whose own subnet the address lies in; null where it is not a neighbour. */
export function findNicTowards(network: HostNetwork, address: string): string | null {
  if (familyOf(address) === null) {
    return null;
  }
  const near = network.addresses.find(
    (held) =>
      isNetworkAddress(held) &&
      held.interfaceName !== "lo" &&
      isSameSubnet(held.address, address, held.prefixLength),
  );
  return near?.interfaceName ?? null;
}
