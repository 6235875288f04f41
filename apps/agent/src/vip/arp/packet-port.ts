import { setTimeout as delay } from "node:timers/promises";
import { type Libc, SystemCallError } from "../../ffi/libc";
import { macBytes } from "../../net/ipv4";
import { monotonicMs } from "../address/types";
import {
  type ArpFrame,
  type ArpFrameClaim,
  broadcastMac,
  buildArpFrame,
  buildClaimFilter,
  noAddress,
  parseArpClaim,
  unknownMac,
} from "./frame";
import { type ArpClaim, judgeHolders } from "./judge-claims";
import type { ArpAnswer, ArpNic, ArpPort, ArpSent, ArpSighting } from "./types";

const AF_PACKET = 17;
const SOCK_RAW = 3;
const ETH_P_ARP = 0x0806;
const maxFrameBytes = 256;

/** ARP over packet sockets of its own, one for each interface, opened on first use and reopened when it changed. */
export function createPacketArpPort(libc: Libc): ArpPort {
  const segments = new Map<string, Segment>();
  let isClosed = false;
  const segmentOf = (nicName: string): Segment => {
    if (isClosed) {
      throw new SystemCallError("ARP port", "EBADF");
    }
    const found = segments.get(nicName) ?? new Segment(libc, nicName);
    segments.set(nicName, found);
    found.open();
    return found;
  };
  return {
    kind: "packet",
    announce: (nic, address) =>
      attempt(() => {
        const segment = segmentOf(nic.name);
        const claim = {
          destinationMac: broadcastMac,
          senderMac: nic.mac,
          senderAddress: address,
          targetAddress: address,
        };
        segment.send({ ...claim, operation: "request", targetMac: unknownMac });
        // Some switches and routers learn from one form only.
        segment.send({ ...claim, operation: "reply", targetMac: broadcastMac });
      }),
    announceTo: (nic, address, neighbours) =>
      attempt(() => {
        for (const neighbour of neighbours) {
          segmentOf(nic.name).send(question(nic, address, neighbour));
        }
      }),
    ask: (nic, address, windowMs) => ask(() => segmentOf(nic.name), nic, address, windowMs),
    watch: (nicName, addresses, onSighting) => {
      attempt(() => {
        segmentOf(nicName).watch(addresses, onSighting);
      });
    },
    close: () => {
      isClosed = true;
      for (const segment of segments.values()) {
        segment.close();
      }
      segments.clear();
    },
  };
}

function question(nic: ArpNic, senderAddress: string, targetAddress: string): ArpFrame {
  return {
    operation: "request",
    destinationMac: broadcastMac,
    senderMac: nic.mac,
    senderAddress,
    targetMac: unknownMac,
    targetAddress,
  };
}

async function ask(
  getSegment: () => Segment,
  nic: ArpNic,
  address: string,
  windowMs: number,
): Promise<ArpAnswer> {
  const startMs = monotonicMs();
  const claims: ArpClaim[] = [];
  let askedAtMs = startMs;
  try {
    const segment = getSegment();
    const stop = segment.collect(address, ({ mac, answeredMac }) => {
      if (mac !== nic.mac) {
        claims.push({ mac, atMs: monotonicMs(), askedAtMs: answeredMac === nic.mac ? askedAtMs : null });
      }
    });
    try {
      // Twice, because a packet may be lost; both forms, because a host may answer only one of them.
      for (let round = 0; round < 2; round += 1) {
        askedAtMs = monotonicMs();
        segment.send(question(nic, noAddress, address));
        if (nic.ownAddress !== null && nic.ownAddress !== address) {
          segment.send(question(nic, nic.ownAddress, address));
        }
        await delay(windowMs / 2);
        // What waits to be read answers this request, not the next one.
        segment.receiveWaiting();
      }
    } finally {
      stop();
    }
    const holders = judgeHolders(claims, startMs);
    return {
      kind: "asked",
      macs: [...new Set(claims.map(({ mac }) => mac))].sort(),
      holders: holders.macs,
      holdersAskedMs: holders.askedAtMs,
      durationMs: monotonicMs() - startMs,
    };
  } catch (error) {
    return { kind: "failed", reason: describe(error), durationMs: monotonicMs() - startMs };
  }
}

function attempt(act: () => void): ArpSent {
  try {
    act();
    return { kind: "sent" };
  } catch (error) {
    return { kind: "failed", reason: describe(error) };
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** One interface's packet socket and who listens on it. */
class Segment {
  readonly #libc: Libc;
  readonly #nicName: string;
  readonly #frame = Buffer.alloc(maxFrameBytes);
  readonly #collectors = new Map<string, Set<(claim: ArpFrameClaim) => void>>();
  #watched: readonly string[] = [];
  #onSighting: (sighting: ArpSighting) => void = () => undefined;
  #socket: { fd: number; index: number; stop: () => void } | null = null;

  constructor(libc: Libc, nicName: string) {
    this.#libc = libc;
    this.#nicName = nicName;
  }

  open(): void {
    const index = this.#libc.findInterfaceIndex(this.#nicName);
    if (index === null) {
      this.close();
      throw new SystemCallError(`if_nametoindex(${this.#nicName})`, "ENODEV");
    }
    // An interface that was removed and made again has another index.
    if (this.#socket?.index === index) {
      return;
    }
    this.close();
    const fd = this.#libc.openSocket(AF_PACKET, SOCK_RAW, 0);
    try {
      this.#libc.attachFilter(fd, buildClaimFilter(this.#listAddresses()));
      this.#libc.bind(fd, packetAddress(index, broadcastMac));
    } catch (error) {
      this.#libc.close(fd);
      throw error;
    }
    const stop = this.#libc.watchReadable(fd, () => {
      this.#receiveAll(fd);
    });
    this.#socket = { fd, index, stop };
  }

  send(frame: ArpFrame): void {
    if (this.#socket === null) {
      throw new SystemCallError("ARP send", "EBADF");
    }
    this.#libc.sendTo(
      this.#socket.fd,
      buildArpFrame(frame),
      packetAddress(this.#socket.index, frame.destinationMac),
    );
  }

  watch(addresses: readonly string[], onSighting: (sighting: ArpSighting) => void): void {
    this.#watched = [...addresses];
    this.#onSighting = onSighting;
    this.#refilter();
  }

  /** Reports what the kernel has received so far, without waiting for the event loop. */
  receiveWaiting(): void {
    if (this.#socket !== null) {
      this.#receiveAll(this.#socket.fd);
    }
  }

  collect(address: string, onClaim: (claim: ArpFrameClaim) => void): () => void {
    const collectors = this.#collectors.get(address) ?? new Set();
    this.#collectors.set(address, collectors);
    collectors.add(onClaim);
    this.#refilter();
    return () => {
      collectors.delete(onClaim);
      if (collectors.size === 0) {
        this.#collectors.delete(address);
      }
      this.#refilter();
    };
  }

  close(): void {
    this.#socket?.stop();
    if (this.#socket !== null) {
      this.#libc.close(this.#socket.fd);
    }
    this.#socket = null;
  }

  #listAddresses(): string[] {
    return [...new Set([...this.#watched, ...this.#collectors.keys()])];
  }

  #refilter(): void {
    if (this.#socket !== null) {
      this.#libc.attachFilter(this.#socket.fd, buildClaimFilter(this.#listAddresses()));
    }
  }

  #receiveAll(fd: number): void {
    try {
      for (
        let length = this.#libc.receive(fd, this.#frame);
        length !== null;
        length = this.#libc.receive(fd, this.#frame)
      ) {
        const claim = parseArpClaim(this.#frame.subarray(0, length));
        if (claim !== null) {
          this.#report(claim);
        }
      }
    } catch {
      // ENETDOWN is reported once when the interface goes down; the next send tells its caller.
    }
  }

  #report(claim: ArpFrameClaim): void {
    const { address, mac } = claim;
    for (const onClaim of this.#collectors.get(address) ?? []) {
      onClaim(claim);
    }
    if (this.#watched.includes(address)) {
      this.#onSighting({ nic: this.#nicName, address, mac, atMs: monotonicMs() });
    }
  }
}

function packetAddress(index: number, mac: string): Buffer {
  const address = Buffer.alloc(20);
  address.writeUInt16LE(AF_PACKET, 0);
  address.writeUInt16BE(ETH_P_ARP, 2);
  address.writeInt32LE(index, 4);
  address.writeUInt8(6, 11);
  address.set(macBytes(mac), 12);
  return address;
}
