import { probeEveryMs, probeOutstanding } from "@primacy/contract";

/**
 * For how long a client waits, in milliseconds.
 *
 * `tcp`: less than the time in which all its places for writes were used once, so that a way which swallows packets costs no attempt: one
 * goes out each 20 ms until one arrives. The kernel alone answers a first packet, within a round trip of the network; one that was lost
 * would be sent again after a second. Only logins have time for that, of which several are under way.
 *
 * `open`: the whole of a new connection of a write or a read. A server whose kernel answers and which does not greet is given up after
 * this, and looked for anew.
 *
 * `statement`: a write over a kept connection, as long as an application waits for one. Longer, and no place would be free after a freeze;
 * shorter, and a commit that waits for the group would be given up too soon.
 *
 * `login`: eight of them are under way where nobody answers, and the ninth is due when the first one ends.
 */
export const limits = {
  tcp: probeEveryMs.write * probeOutstanding - 10,
  loginTcp: 1_000,
  open: 1_000,
  statement: 2_000,
  read: 1_000,
  login: 2_000,
} as const;

/** How many logins of one client may be under way. */
export const loginsOutstanding = limits.login / probeEveryMs.login;

/** How many handshakes of a client happen at once, of writes and reads and of logins: more make each other too slow on a busy machine. */
export const handshakesAtOnce = 2;

/**
 * How old a connection is given up at a refusal. A server that is read-only is asked again over it, and each so often a new one shows
 * whether the way leads to another server by now: for each attempt that would be fifty handshakes a second. Where nothing else was heard
 * for long, as at a secondary, it is done less often.
 */
export const refused = { giveUpMs: 100, longMs: 10_000, giveUpAfterLongMs: 1_000 } as const;
