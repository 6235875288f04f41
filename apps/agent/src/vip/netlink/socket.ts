import { type Libc, type StopWatching, SystemCallError } from "../../ffi/libc";
import { buildMessage, type NetlinkMessage, parseMessages } from "./message";

const AF_NETLINK = 16;
const SOCK_RAW = 3;
const NLMSG_ERROR = 2;
const NLMSG_DONE = 3;
const NFNL_MSG_BATCH_BEGIN = 16;
const NFNL_MSG_BATCH_END = 17;
const NLM_F_REQUEST = 1;
const NLM_F_ACK = 4;
const NLM_F_DUMP = 0x300;
const NLM_F_DUMP_INTR = 0x10;
const maxDumpAttempts = 5;
const maxMessagesBytes = 64 * 1024;

/** One change of a batch. */
export interface NetlinkChange {
  readonly type: number;
  readonly flags: number;
  readonly payload: Uint8Array;
}

/**
 * A netlink socket for request and answer. The kernel works on a request while `send` runs, so its
 * answer is there when `send` returns and a call takes microseconds.
 */
export class NetlinkSocket {
  readonly #libc: Libc;
  readonly #fd: number;
  readonly #buffer = Buffer.alloc(maxMessagesBytes);
  #sequence = 1;
  #isOpen = true;

  /** Opens the socket for a netlink protocol number. Throws SystemCallError. */
  constructor(libc: Libc, protocol: number) {
    this.#libc = libc;
    this.#fd = libc.openSocket(AF_NETLINK, SOCK_RAW, protocol);
    libc.bind(this.#fd, netlinkAddress(0));
  }

  /** Executes one change and returns when the kernel confirmed it; throws SystemCallError with its errno. */
  execute(call: string, type: number, flags: number, ...parts: Uint8Array[]): void {
    this.#request(call, type, NLM_F_REQUEST | NLM_F_ACK | flags, parts);
  }

  /**
   * Executes changes of one netfilter subsystem as a whole, and returns when the kernel confirmed them. Throws
   * SystemCallError with the errno of the first that it refused; none has taken effect then.
   */
  executeBatch(call: string, subsystem: number, changes: readonly NetlinkChange[]): void {
    this.#requireOpen(call);
    const first = this.#sequence;
    this.#sequence += changes.length + 2;
    const last = first + changes.length;
    const mark = Buffer.from([0, 0, 0, subsystem]);
    this.#libc.send(
      this.#fd,
      Buffer.concat([
        buildMessage(NFNL_MSG_BATCH_BEGIN, NLM_F_REQUEST, first, mark),
        ...changes.map(({ type, flags, payload }, index) => {
          const sequence = first + 1 + index;
          const ack = sequence === last ? NLM_F_ACK : 0;
          return buildMessage(type, NLM_F_REQUEST | ack | flags, sequence, payload);
        }),
        buildMessage(NFNL_MSG_BATCH_END, NLM_F_REQUEST, last + 1, mark),
      ]),
    );
    let refusal: SystemCallError | null = null;
    for (;;) {
      const length = this.#libc.receive(this.#fd, this.#buffer);
      if (length === null) {
        throw refusal ?? new SystemCallError(call, "ETIMEDOUT");
      }
      for (const message of parseMessages(this.#buffer.subarray(0, length))) {
        if (message.type !== NLMSG_ERROR || message.sequence < first || message.sequence > last + 1) {
          continue;
        }
        const errno = -message.payload.readInt32LE(0);
        refusal ??= errno === 0 ? null : new SystemCallError(call, this.#libc.errnoName(errno));
        if (message.sequence >= last) {
          if (refusal !== null) {
            throw refusal;
          }
          return;
        }
      }
    }
  }

  /** Lists what a dump request returns, as one consistent picture. Throws SystemCallError. */
  list(call: string, type: number, ...parts: Uint8Array[]): NetlinkMessage[] {
    for (let attempt = 0; attempt < maxDumpAttempts; attempt += 1) {
      const messages = this.#request(call, type, NLM_F_REQUEST | NLM_F_DUMP, parts);
      if (!messages.some((message) => (message.flags & NLM_F_DUMP_INTR) !== 0)) {
        return messages;
      }
    }
    throw new SystemCallError(call, "EINTR");
  }

  /** Closes the descriptor. May be called twice. */
  close(): void {
    if (this.#isOpen) {
      this.#isOpen = false;
      this.#libc.close(this.#fd);
    }
  }

  /** The number of a closed descriptor may be somebody else's by now. */
  #requireOpen(call: string): void {
    if (!this.#isOpen) {
      throw new SystemCallError(call, "EBADF");
    }
  }

  #request(call: string, type: number, flags: number, parts: Uint8Array[]): NetlinkMessage[] {
    this.#requireOpen(call);
    const sequence = this.#sequence++;
    this.#libc.send(this.#fd, buildMessage(type, flags, sequence, ...parts));
    const found: NetlinkMessage[] = [];
    for (;;) {
      const length = this.#libc.receive(this.#fd, this.#buffer);
      if (length === null) {
        throw new SystemCallError(call, "ETIMEDOUT");
      }
      // The buffer is read again before the caller parses, so each datagram is copied out.
      const datagram = Buffer.from(this.#buffer.subarray(0, length));
      for (const message of parseMessages(datagram)) {
        if (message.sequence !== sequence) {
          continue;
        }
        if (message.type === NLMSG_DONE) {
          return found;
        }
        if (message.type === NLMSG_ERROR) {
          const errno = -message.payload.readInt32LE(0);
          if (errno === 0) {
            return found;
          }
          throw new SystemCallError(call, this.#libc.errnoName(errno));
        }
        found.push(message);
      }
    }
  }
}

/** What to subscribe to. */
export interface NetlinkSubscription {
  readonly protocol: number;
  readonly groups: number;
  /** Messages of this type are dropped by the kernel, without waking this process. */
  readonly ignoredType: number;
}

/** Subscribes to multicast groups of a netlink protocol. `onLost` means that messages were missed. */
export function watchNetlink(
  libc: Libc,
  subscription: NetlinkSubscription,
  onMessage: (message: NetlinkMessage) => void,
  onLost: () => void,
): StopWatching {
  const fd = libc.openSocket(AF_NETLINK, SOCK_RAW, subscription.protocol);
  libc.attachFilter(fd, buildTypeFilter(subscription.ignoredType));
  libc.bind(fd, netlinkAddress(subscription.groups));
  const buffer = Buffer.alloc(maxMessagesBytes);
  const stopWatching = libc.watchReadable(fd, () => {
    try {
      for (let length = libc.receive(fd, buffer); length !== null; length = libc.receive(fd, buffer)) {
        for (const message of parseMessages(buffer.subarray(0, length))) {
          onMessage(message);
        }
      }
    } catch {
      onLost();
    }
  });
  let isOpen = true;
  return () => {
    if (isOpen) {
      isOpen = false;
      stopWatching();
      libc.close(fd);
    }
  };
}

/** A classic BPF program: load the message type, drop the ignored one, take the rest whole. */
function buildTypeFilter(ignoredType: number): Buffer {
  const typeOffset = 4;
  const whole = 0xffffffff;
  // The filter loads in network order what the kernel wrote in host order.
  const swapped = ((ignoredType & 0xff) << 8) | (ignoredType >> 8);
  const instructions: readonly (readonly [number, number, number])[] = [
    [0x28, 0, typeOffset],
    [0x15, 1, swapped],
    [0x06, 0, whole],
    [0x06, 0, 0],
  ];
  const program = Buffer.alloc(instructions.length * 8);
  for (const [position, [code, jumpTrue, constant]] of instructions.entries()) {
    program.writeUInt16LE(code, position * 8);
    program.writeUInt8(jumpTrue, position * 8 + 2);
    program.writeUInt32LE(constant, position * 8 + 4);
  }
  return program;
}

function netlinkAddress(groups: number): Buffer {
  const address = Buffer.alloc(12);
  address.writeUInt16LE(AF_NETLINK, 0);
  address.writeUInt32LE(groups, 8);
  return address;
}
