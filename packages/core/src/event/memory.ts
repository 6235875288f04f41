import type { TopologyHost, TopologyVip } from "@primacy/contract";
import type { ComparedTopology } from "./diff";
import type { WireHistory } from "./wire-history";

/**
 * What is known beyond a picture: the conditions and wires that were last told of, and what waits to be told. Plain JSON,
 * so that whoever watches next can go on with it.
 */
export interface TopologyMemory {
  readonly hosts: readonly Pick<TopologyHost, "hostId" | "name" | "condition">[];
  readonly vips: readonly RememberedWire[];
}

interface RememberedWire extends Pick<TopologyVip, "vipId" | "address" | "wire" | "wireVerdict"> {
  readonly wireHistory?: WireHistory | undefined;
}

/** What has to be kept of `known` beside its picture. */
export function memoryOf(known: ComparedTopology): TopologyMemory {
  return {
    hosts: known.hosts.map(({ hostId, name, condition }) => ({ hostId, name, condition })),
    vips: known.vips.map(({ vipId, address, wire, wireVerdict, wireHistory }) => ({
      vipId,
      address,
      wire,
      wireVerdict,
      wireHistory,
    })),
  };
}

/** The picture with what `memory` knows beyond it; hosts and VIPs that it does not know stay as they are. */
export function recallMemory(picture: ComparedTopology, memory: TopologyMemory): ComparedTopology {
  return {
    ...picture,
    hosts: picture.hosts.map((host) => {
      const known = memory.hosts.find((one) => one.hostId === host.hostId && one.name === host.name);
      return known === undefined ? host : { ...host, condition: known.condition };
    }),
    vips: picture.vips.map((vip) => {
      const known = memory.vips.find((one) => one.vipId === vip.vipId && one.address === vip.address);
      if (known === undefined) return vip;
      const { wire, wireVerdict, wireHistory } = known;
      return {
        ...vip,
        wire,
        wireVerdict,
        ...(wireHistory === undefined ? {} : { wireHistory }),
      };
    }),
  };
}
