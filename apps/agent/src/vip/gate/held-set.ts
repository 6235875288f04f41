import { addressBytes } from "@primacy/contract";
import type { Libc } from "../../ffi/libc";
import { buildAttribute } from "../netlink/message";
import { NetlinkSocket } from "../netlink/socket";

const NETLINK_NETFILTER = 12;
const NFNL_SUBSYS_NFTABLES = 10;
const NFT_MSG_NEWSETELEM = 12;
const NFT_MSG_DELSETELEM = 14;
const NFTA_SET_ELEM_LIST_TABLE = 1;
const NFTA_SET_ELEM_LIST_SET = 2;
const NFTA_SET_ELEM_LIST_ELEMENTS = 3;
const NFTA_LIST_ELEM = 1;
const NFTA_SET_ELEM_KEY = 1;
const NFTA_SET_ELEM_TIMEOUT = 4;
const NFTA_DATA_VALUE = 1;
const NLM_F_CREATE = 0x400;
const NLA_F_NESTED = 0x8000;
const NFPROTO_INET = 1;

/** The sets of addresses for which the gate is open, as the kernel keeps them. */
export interface HeldSet {
  /**
   * The address is in its set for `openMs` from now on, as one change: there is no moment without it. Throws
   * SystemCallError where the kernel refuses, and then nothing has changed: `ENOENT` says that table or set is missing.
   */
  renew(address: string, openMs: number): void;
  /** Frees the descriptor. May be called twice. */
  close(): void;
}

/**
 * The sets by nf_tables' netlink messages (linux/netfilter/nf_tables.h): a renewal takes some ten microseconds unless
 * somebody else is changing rules, where a command to `nft` takes a millisecond of processor time. `setOf` names the set of
 * an address.
 */
export function createHeldSet(libc: Libc, table: string, setOf: (address: string) => string): HeldSet {
  const socket = new NetlinkSocket(libc, NETLINK_NETFILTER);
  return {
    renew: (address, openMs) => {
      const set = setOf(address);
      const timeout = Buffer.alloc(8);
      timeout.writeBigUInt64BE(BigInt(Math.max(1, Math.floor(openMs))));
      const key = nest(
        NFTA_SET_ELEM_KEY,
        buildAttribute(NFTA_DATA_VALUE, Buffer.from(addressBytes(address))),
      );
      const timed = elementsMessage(table, set, key, buildAttribute(NFTA_SET_ELEM_TIMEOUT, timeout));
      // An element that is there keeps its time when it is added again; the first addition makes the deletion safe.
      socket.executeBatch("nf_tables batch", NFNL_SUBSYS_NFTABLES, [
        { type: typeOf(NFT_MSG_NEWSETELEM), flags: NLM_F_CREATE, payload: timed },
        { type: typeOf(NFT_MSG_DELSETELEM), flags: 0, payload: elementsMessage(table, set, key) },
        { type: typeOf(NFT_MSG_NEWSETELEM), flags: NLM_F_CREATE, payload: timed },
      ]);
    },
    close: () => socket.close(),
  };
}

function typeOf(message: number): number {
  return (NFNL_SUBSYS_NFTABLES << 8) | message;
}

function elementsMessage(table: string, set: string, ...element: readonly Buffer[]): Buffer {
  return Buffer.concat([
    Buffer.from([NFPROTO_INET, 0, 0, 0]),
    buildAttribute(NFTA_SET_ELEM_LIST_TABLE, Buffer.from(`${table}\0`, "latin1")),
    buildAttribute(NFTA_SET_ELEM_LIST_SET, Buffer.from(`${set}\0`, "latin1")),
    nest(NFTA_SET_ELEM_LIST_ELEMENTS, nest(NFTA_LIST_ELEM, ...element)),
  ]);
}

function nest(type: number, ...attributes: readonly Buffer[]): Buffer {
  return buildAttribute(type | NLA_F_NESTED, Buffer.concat(attributes));
}
