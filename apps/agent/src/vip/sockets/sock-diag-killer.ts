import { addressBytes, familyOf, type Message, message } from "@primacy/contract";
import { type Libc, SystemCallError } from "../../ffi/libc";
import { tellError } from "../../message/told-error";
import { buildAttribute, type NetlinkMessage } from "../netlink/message";
import { NetlinkSocket } from "../netlink/socket";
import type { KillOutcome, SocketKiller } from "./types";

const NETLINK_SOCK_DIAG = 4;
const SOCK_DIAG_BY_FAMILY = 20;
const SOCK_DESTROY = 21;
const AF_INET = 2;
const AF_INET6 = 10;
const IPPROTO_TCP = 6;
const INET_DIAG_REQ_BYTECODE = 1;
const INET_DIAG_BC_S_COND = 7;
const socketIdLength = 48;
const requestLength = 56;
const socketIdOffset = 4;
const anyPort = -1;
const established = 1 << 1;
const listen = 1 << 10;
const timeWait = 1 << 6;
const closed = 1 << 7;
const connectedStates = 0xfff & ~(listen | timeWait | closed);
const rounds = 3;

/** Ends connections over a sock_diag netlink socket of its own: no process is started, and each end is confirmed. */
export function createSockDiagKiller(libc: Libc): SocketKiller {
  const socket = new NetlinkSocket(libc, NETLINK_SOCK_DIAG);
  return {
    kind: "sock-diag",
    killFrom: async (address) => killFrom(socket, address),
    countFrom: async (address, ports) => {
      try {
        const found = listFrom(socket, address, established);
        return found.filter(({ payload }) => ports.includes(payload.readUInt16BE(socketIdOffset))).length;
      } catch {
        return null;
      }
    },
    close: () => {
      socket.close();
    },
  };
}

function killFrom(socket: NetlinkSocket, address: string): KillOutcome {
  let killed = 0;
  let remaining: number | null = null;
  let reason = message("act.connections_remain");
  try {
    // A connection that was being accepted during one round is found in the next.
    for (let round = 0; round <= rounds; round += 1) {
      const found = listFrom(socket, address, connectedStates);
      remaining = found.length;
      if (remaining === 0) {
        return { kind: "done", killed };
      }
      for (const connection of round < rounds ? found : []) {
        const error = destroy(socket, connection);
        killed += error === null ? 1 : 0;
        reason = error ?? reason;
      }
    }
  } catch (error) {
    reason = tellError(error);
  }
  return { kind: "failed", reason, remaining };
}

/**
 * Servers that listen on IPv4 and IPv6 at once have IPv4 connections of the IPv6 family, whose mapped addresses the kernel
 * compares with an IPv4 one as if they were plain.
 */
function listFrom(socket: NetlinkSocket, address: string, states: number): NetlinkMessage[] {
  const filter = buildAttribute(INET_DIAG_REQ_BYTECODE, sourceCondition(address));
  const families = familyOf(address) === 6 ? [AF_INET6] : [AF_INET, AF_INET6];
  return families.flatMap((family) => {
    const request = buildRequest(family, states);
    return socket.list("SOCK_DIAG", SOCK_DIAG_BY_FAMILY, request, filter);
  });
}

function destroy(socket: NetlinkSocket, connection: NetlinkMessage): Message | null {
  const request = buildRequest(connection.payload.readUInt8(0), 0xffffffff);
  connection.payload.copy(request, 8, socketIdOffset, socketIdOffset + socketIdLength);
  try {
    socket.execute("SOCK_DESTROY", SOCK_DESTROY, 0, request);
    return null;
  } catch (error) {
    // It ended by itself in the meantime.
    if (error instanceof SystemCallError && error.code === "ENOENT") {
      return null;
    }
    return tellError(error);
  }
}

function buildRequest(family: number, states: number): Buffer {
  const request = Buffer.alloc(requestLength);
  request.writeUInt8(family, 0);
  request.writeUInt8(IPPROTO_TCP, 1);
  request.writeUInt32LE(states, 4);
  return request;
}

/** One instruction for the kernel's filter: accept when the local address is this one, else reject. */
function sourceCondition(address: string): Buffer {
  const bytes = addressBytes(address);
  const instructionLength = 4 + 8 + bytes.length;
  const condition = Buffer.alloc(instructionLength);
  condition.writeUInt8(INET_DIAG_BC_S_COND, 0);
  condition.writeUInt8(instructionLength, 1);
  condition.writeUInt16LE(instructionLength + 4, 2);
  condition.writeUInt8(bytes.length === 4 ? AF_INET : AF_INET6, 4);
  condition.writeUInt8(bytes.length * 8, 5);
  condition.writeInt32LE(anyPort, 8);
  condition.set(bytes, 12);
  return condition;
}
