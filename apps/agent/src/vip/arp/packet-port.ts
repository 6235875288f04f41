import { setTimeout as delay } from "node:timers/promises";
import { type AddressFamily, familyOf } from "@primacy/contract";
import { type Libc, SystemCallError } from "../../ffi/libc";
import { tellError } from "../../message/told-error";
import { monotonicMs } from "../address/types";
import { type ArpClaim, judgeHolders } from "./judge-claims";
import { PacketSegment } from "./packet-segment";
import type { ArpAnswer, ArpNic, ArpPort, ArpSent } from "./types";
import { type WireDialect, wireDialects } from "./wire-dialect";

const families: readonly AddressFamily[] = [4, 6];

/**
 * ARP and neighbour discovery over packet sockets of its own, one for each interface and family, opened on first use and
 * reopened when the interface changed.
 */
export function createPacketArpPort(libc: Libc): ArpPort {
  const segments = new Map<string, PacketSegment>();
  let isClosed = false;
  const segmentOf = (nicName: string, family: AddressFamily): PacketSegment => {
    if (isClosed) {
      throw new SystemCallError("ARP port", "EBADF");
    }
    const key = `${family} ${nicName}`;
    const found = segments.get(key) ?? new PacketSegment(libc, nicName, wireDialects[family]);
    segments.set(key, found);
    found.open();
    return found;
  };
  const send = (nic: ArpNic, address: string, build: () => readonly Buffer[]): ArpSent =>
    attempt(() => {
      for (const frame of build()) segmentOf(nic.name, getFamily(address)).send(frame);
    });
  return {
    kind: "packet",
    announce: (nic, address) => send(nic, address, () => dialectOf(address).announcement(nic.mac, address)),
    announceTo: (nic, address, neighbours) =>
      send(nic, address, () =>
        neighbours.map((neighbour) => dialectOf(address).question(nic.mac, address, neighbour)),
      ),
    ask: (nic, address, windowMs) =>
      ask(() => segmentOf(nic.name, getFamily(address)), nic, address, windowMs),
    watch: (nicName, addresses, onSighting) => {
      for (const family of families) {
        const own = addresses.filter((address) => familyOf(address) === family);
        // Nothing of IPv6 is to be watched where nothing ever was, and the socket of ARP is opened in any case.
        if (family === 4 || own.length > 0 || segments.has(`${family} ${nicName}`))
          attempt(() => segmentOf(nicName, family).watch(own, onSighting));
      }
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

function getFamily(address: string): AddressFamily {
  const family = familyOf(address);
  if (family === null) throw new SystemCallError(`ARP for ${address.slice(0, 50)}`, "EINVAL");
  return family;
}

function dialectOf(address: string): WireDialect {
  return wireDialects[getFamily(address)];
}

async function ask(
  getSegment: () => PacketSegment,
  nic: ArpNic,
  address: string,
  windowMs: number,
): Promise<ArpAnswer> {
  const startMs = monotonicMs();
  const claims: ArpClaim[] = [];
  let askedAtMs = startMs;
  try {
    const segment = getSegment();
    const dialect = dialectOf(address);
    const stop = segment.collect(address, ({ mac, answeredMac }) => {
      if (mac !== nic.mac) {
        claims.push({ mac, atMs: monotonicMs(), askedAtMs: answeredMac === nic.mac ? askedAtMs : null });
      }
    });
    try {
      const own = nic.ownAddress === address ? null : nic.ownAddress;
      // Twice, because a packet may be lost; both forms where that is harmless, because a host may answer only one of them.
      for (let round = 0; round < 2; round += 1) {
        askedAtMs = monotonicMs();
        if (own === null || dialect.isAnsweredQuietly) {
          segment.send(dialect.question(nic.mac, null, address));
        }
        if (own !== null) {
          segment.send(dialect.question(nic.mac, own, address));
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
    return { kind: "failed", reason: tellError(error), durationMs: monotonicMs() - startMs };
  }
}

function attempt(act: () => void): ArpSent {
  try {
    act();
    return { kind: "sent" };
  } catch (error) {
    return { kind: "failed", reason: tellError(error) };
  }
}
