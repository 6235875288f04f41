import { writeSync } from "node:fs";
import koffi from "koffi";
import { monotonicMs } from "../process/monotonic";
import { buildRequest, findAnswer, WireAskerConfig, type WireRound } from "./wire-frames";

/*
 * Asks who has an address, run by the machine's Node in a host's network namespace: one broadcast ARP request each
 * interval, from that host's own address, and one line for each with all who answered before the next. Its configuration
 * is its argument. It ends when it is killed, when its card is gone, or nobody reads what it writes.
 */

const AF_PACKET = 17;
const SOCK_RAW = 3;
const SOL_SOCKET = 1;
const SO_RCVTIMEO = 20;
const ETH_P_ARP = 0x0806;
const MSG_DONTWAIT = 0x40;
/** What the kernel says where the card that the socket was bound to is there no more: ENXIO and ENODEV. */
const cardGone = [6, 19];

const libc = koffi.load("libc.so.6");
const socket = libc.func("int socket(int, int, int)");
const bind = libc.func("int bind(int, const void *, int)");
const setsockopt = libc.func("int setsockopt(int, int, int, const void *, int)");
const send = libc.func("long send(int, const void *, size_t, int)");
const recv = libc.func("long recv(int, _Out_ void *, size_t, int)");
const ifNameToIndex = libc.func("unsigned int if_nametoindex(const char *)");

function main(config: WireAskerConfig): void {
  const { everyMs, device } = config;
  const fd = openSocket(device);
  const request = buildRequest(config);
  const frame = Buffer.alloc(2048);
  const macs = new Set<string>();
  /** Takes one frame; false where none was there. */
  const take = (flags: number): boolean => {
    const length: number = recv(fd, frame, frame.length, flags);
    const mac = length > 0 ? findAnswer(frame.subarray(0, length), config) : null;
    if (mac !== null) macs.add(mac);
    return length > 0;
  };
  let nextMs = monotonicMs();
  for (;;) {
    // What came while the last line was written answers no question that is still to be asked.
    while (take(MSG_DONTWAIT));
    macs.clear();
    const askedMs = monotonicMs();
    ask(fd, request, device);
    // After a stall it asks again at its pace, and leaves each question half of the time for its answers at least.
    nextMs = Math.max(nextMs + everyMs, askedMs + everyMs / 2);
    for (let leftMs = nextMs - monotonicMs(); leftMs > 0; leftMs = nextMs - monotonicMs()) {
      limitWait(fd, leftMs);
      take(0);
    }
    // Of a question whose time went by in a stall the answers wait here.
    while (take(MSG_DONTWAIT));
    const round: WireRound = { askedMs, macs: [...macs] };
    writeSync(1, `${JSON.stringify(round)}\n`);
  }
}

/** A link that is down for a moment answers nobody: that round has no answers. A card that is gone never will. */
function ask(fd: number, request: Buffer, device: string): void {
  const sent: number = send(fd, request, request.length, 0);
  const errno = sent < 0 ? koffi.errno() : 0;
  if (cardGone.includes(errno)) throw new Error(`${device} is gone (errno ${errno})`);
}

function openSocket(device: string): number {
  const index: number = ifNameToIndex(device);
  const fd: number = socket(AF_PACKET, SOCK_RAW, swap(ETH_P_ARP));
  const local = Buffer.alloc(20);
  local.writeUInt16LE(AF_PACKET, 0);
  local.writeUInt16BE(ETH_P_ARP, 2);
  local.writeInt32LE(index, 4);
  if (fd < 0 || index === 0 || bind(fd, local, local.length) !== 0)
    throw new Error(`no packet socket on ${device} (errno ${koffi.errno()})`);
  return fd;
}

/** A wait of nothing would be one without an end. */
function limitWait(fd: number, waitMs: number): void {
  const limit = Buffer.alloc(16);
  limit.writeBigInt64LE(BigInt(Math.max(200, Math.round(waitMs * 1_000))), 8);
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, limit, limit.length);
}

function swap(value: number): number {
  return ((value & 0xff) << 8) | (value >> 8);
}

main(WireAskerConfig.parse(JSON.parse(process.argv[2] ?? "")));
