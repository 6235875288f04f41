import { type Libc, SystemCallError } from "../../ffi/libc";
import { monotonicMs } from "../address/types";
import type { ArpFrameClaim } from "./frame";
import type { ArpSighting } from "./types";
import type { WireDialect } from "./wire-dialect";

const AF_PACKET = 17;
const SOCK_RAW = 3;
const maxFrameBytes = 256;

/** The packet socket of one interface and one family, and who listens on it. */
export class PacketSegment {
  readonly #libc: Libc;
  readonly #nicName: string;
  readonly #dialect: WireDialect;
  readonly #frame = Buffer.alloc(maxFrameBytes);
  readonly #collectors = new Map<string, Set<(claim: ArpFrameClaim) => void>>();
  #watched: readonly string[] = [];
  #onSighting: (sighting: ArpSighting) => void = () => undefined;
  #socket: { fd: number; index: number; stop: () => void } | null = null;

  constructor(libc: Libc, nicName: string, dialect: WireDialect) {
    this.#libc = libc;
    this.#nicName = nicName;
    this.#dialect = dialect;
  }

  /** Opens the socket unless it is open on the interface that has this name now. Throws SystemCallError. */
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
      this.#libc.attachFilter(fd, this.#dialect.buildFilter(this.#listAddresses()));
      this.#libc.bind(fd, packetAddress(this.#dialect.etherType, index));
    } catch (error) {
      this.#libc.close(fd);
      throw error;
    }
    const stop = this.#libc.watchReadable(fd, () => {
      this.#receiveAll(fd);
    });
    this.#socket = { fd, index, stop };
  }

  /** Sends a whole Ethernet frame. Throws SystemCallError. */
  send(frame: Buffer): void {
    if (this.#socket === null) {
      throw new SystemCallError("ARP send", "EBADF");
    }
    const { fd, index } = this.#socket;
    this.#libc.sendTo(fd, frame, packetAddress(this.#dialect.etherType, index));
  }

  /** From now on reports claims of these addresses, in place of those before. */
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

  /** Reports claims of one address until the returned function is called. */
  collect(address: string, onClaim: (claim: ArpFrameClaim) => void): () => void {
    const collectors = this.#collectors.get(address) ?? new Set();
    this.#collectors.set(address, collectors);
    collectors.add(onClaim);
    const remove = (): void => {
      collectors.delete(onClaim);
      if (collectors.size === 0) {
        this.#collectors.delete(address);
      }
    };
    try {
      this.#refilter();
    } catch (error) {
      // One that stays would make every later filter fail too.
      remove();
      throw error;
    }
    return () => {
      remove();
      this.#refilter();
    };
  }

  /** Closes the socket. May be called twice. */
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
      this.#libc.attachFilter(this.#socket.fd, this.#dialect.buildFilter(this.#listAddresses()));
    }
  }

  #receiveAll(fd: number): void {
    try {
      for (
        let length = this.#libc.receive(fd, this.#frame);
        length !== null;
        length = this.#libc.receive(fd, this.#frame)
      ) {
        const claim = this.#dialect.parseClaim(this.#frame.subarray(0, length));
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

/** Where a frame goes is in the frame itself: what counts here are protocol and interface. */
function packetAddress(etherType: number, index: number): Buffer {
  const address = Buffer.alloc(20);
  address.writeUInt16LE(AF_PACKET, 0);
  address.writeUInt16BE(etherType, 2);
  address.writeInt32LE(index, 4);
  address.writeUInt8(6, 11);
  address.fill(0xff, 12, 18);
  return address;
}
