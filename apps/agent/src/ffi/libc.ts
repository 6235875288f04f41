import { type Koffi, loadKoffi } from "./koffi";

/** A libc call that returned an error. `code` is the errno name, for example `EPERM`. */
export class SystemCallError extends Error {
  readonly code: string;
  readonly retryable: boolean;

  constructor(call: string, code: string) {
    super(`${call} failed: ${code}`);
    this.name = "SystemCallError";
    this.code = code;
    this.retryable = code === "EAGAIN" || code === "EINTR" || code === "ENOBUFS" || code === "EBUSY";
  }
}

/** Stops a watch on a file descriptor; the descriptor itself stays open. May be called twice. */
export type StopWatching = () => void;

/** A process that does not call `arm` again within the limit is killed by the kernel. */
export interface KillTimer {
  arm(limitMs: number): void;
  disarm(): void;
}

/**
 * The few libc calls that Node has no equivalent for. All are non-blocking in use; a failed call
 * throws {@link SystemCallError}.
 */
export interface Libc {
  /** Opens a close-on-exec, non-blocking socket and returns its descriptor. */
  openSocket(domain: number, type: number, protocol: number): number;
  bind(fd: number, address: Uint8Array): void;
  setSocketOption(fd: number, level: number, option: number, value: Uint8Array): void;
  /** Like {@link setSocketOption} with a struct sock_fprog; keeps the program alive for the call. */
  attachFilter(fd: number, program: Uint8Array): void;
  send(fd: number, message: Uint8Array): void;
  sendTo(fd: number, message: Uint8Array, address: Uint8Array): void;
  /** Reads one message into the buffer; null when nothing waits. */
  receive(fd: number, into: Uint8Array): number | null;
  close(fd: number): void;
  /** The kernel's number of an interface, or null when there is none of that name. */
  findInterfaceIndex(name: string): number | null;
  /** The name of an errno value, for example `EPERM` for 1. */
  errnoName(errno: number): string;
  /** Milliseconds since boot including time spent suspended. */
  boottimeMs(): number;
  /** Calls back whenever the descriptor is readable, without blocking the process from exiting. */
  watchReadable(fd: number, onReadable: () => void): StopWatching;
  /**
   * A timer of the kernel that kills this process unless it is armed again in time: also when the process
   * hangs or is stopped. Not armed until the first call of `arm`.
   */
  createKillTimer(): KillTimer;
  /** Moves the calling thread into the network namespace behind an open descriptor (tests only). */
  enterNetworkNamespace(fd: number): void;
}

const SOCK_NONBLOCK = 0x800;
const SOCK_CLOEXEC = 0x80000;
const MSG_DONTWAIT = 0x40;
const MSG_TRUNC = 0x20;
const CLOCK_BOOTTIME = 7;
const CLONE_NEWNET = 0x40000000;
const SOL_SOCKET = 1;
const SO_ATTACH_FILTER = 26;

/** Second names of errno values: EAGAIN, EDEADLK and EOPNOTSUPP are the first. */
const aliases: ReadonlySet<string> = new Set(["EWOULDBLOCK", "EDEADLOCK", "ENOTSUP"]);

let shared: Libc | null | undefined;

/** The process-wide libc, or null where koffi cannot be loaded. Safe to call often. */
export function findLibc(): Libc | null {
  if (shared === undefined) {
    const loaded = loadKoffi();
    shared = loaded === null ? null : createLibc(loaded.koffi);
  }
  return shared;
}

function createLibc(koffi: Koffi): Libc {
  const library = koffi.load("libc.so.6");
  // Some values have two names; the one that Node and the kernel's documentation use is wanted.
  const names = new Map(
    Object.entries(koffi.os.errno)
      .filter(([name]) => !aliases.has(name))
      .map(([name, value]) => [value, name]),
  );
  const errnoName = (errno: number): string => names.get(errno) ?? `errno ${errno}`;
  const check = (call: string, result: number): number => {
    if (result < 0) {
      throw new SystemCallError(call, errnoName(koffi.errno()));
    }
    return result;
  };
  const calls = declare(koffi, library);
  const clock = Buffer.alloc(16);
  return {
    openSocket: (domain, type, protocol) =>
      check("socket", calls.socket(domain, type | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol)),
    bind: (fd, address) => {
      check("bind", calls.bind(fd, address, address.length));
    },
    setSocketOption: (fd, level, option, value) => {
      check("setsockopt", calls.setsockopt(fd, level, option, value, value.length));
    },
    attachFilter: (fd, program) => {
      const length = program.length / 8;
      check(
        "setsockopt(SO_ATTACH_FILTER)",
        calls.setFilter(fd, SOL_SOCKET, SO_ATTACH_FILTER, { len: length, filter: program }, 16),
      );
    },
    send: (fd, message) => {
      check("send", calls.send(fd, message, message.length, MSG_DONTWAIT));
    },
    sendTo: (fd, message, address) => {
      check("sendto", calls.sendto(fd, message, message.length, MSG_DONTWAIT, address, address.length));
    },
    receive: (fd, into) => {
      const length = calls.recv(fd, into, into.length, MSG_DONTWAIT | MSG_TRUNC);
      if (length < 0 && errnoName(koffi.errno()) === "EAGAIN") {
        return null;
      }
      check("recv", length);
      if (length > into.length) {
        throw new SystemCallError("recv", "EMSGSIZE");
      }
      return length;
    },
    close: (fd) => {
      check("close", calls.close(fd));
    },
    findInterfaceIndex: (name) => {
      const index = calls.ifNameToIndex(name);
      return index === 0 ? null : index;
    },
    errnoName,
    boottimeMs: () => {
      check("clock_gettime", calls.clockGetTime(CLOCK_BOOTTIME, clock));
      return Number(clock.readBigInt64LE(0)) * 1000 + Number(clock.readBigInt64LE(8)) / 1e6;
    },
    watchReadable: (fd, onReadable) => {
      const handle = koffi.node.poll(fd, { readable: true }, onReadable);
      handle.unref();
      let isOpen = true;
      return () => {
        if (isOpen) {
          isOpen = false;
          handle.stop();
          handle.close();
        }
      };
    },
    createKillTimer: () => createKillTimer(calls, check),
    enterNetworkNamespace: (fd) => {
      check("setns", calls.setns(fd, CLONE_NEWNET));
    },
  };
}

const SYS_timer_create = 222;
const SYS_timer_settime = 223;
const CLOCK_MONOTONIC = 1;
const SIGKILL = 9;
const SIGEV_SIGNAL = 0;

/** By system call numbers of x86-64: the library's own functions moved between libraries over the years. */
function createKillTimer(calls: Calls, check: (call: string, result: number) => number): KillTimer {
  const event = Buffer.alloc(64);
  event.writeInt32LE(SIGKILL, 8);
  event.writeInt32LE(SIGEV_SIGNAL, 12);
  const id = Buffer.alloc(8);
  check("timer_create", calls.timerCreate(SYS_timer_create, CLOCK_MONOTONIC, event, id));
  const set = (limitMs: number): void => {
    const spec = Buffer.alloc(32);
    spec.writeBigInt64LE(BigInt(Math.floor(limitMs / 1000)), 16);
    spec.writeBigInt64LE(BigInt(Math.floor((limitMs % 1000) * 1e6)), 24);
    check("timer_settime", calls.timerSettime(SYS_timer_settime, id.readInt32LE(0), 0, spec, null));
  };
  return { arm: set, disarm: () => set(0) };
}

interface Calls {
  timerCreate: (call: number, clock: number, event: Uint8Array, id: Uint8Array) => number;
  timerSettime: (call: number, id: number, flags: number, spec: Uint8Array, old: null) => number;
  socket: (domain: number, type: number, protocol: number) => number;
  bind: (fd: number, address: Uint8Array, length: number) => number;
  setsockopt: (fd: number, level: number, option: number, value: Uint8Array, length: number) => number;
  setFilter: (
    fd: number,
    level: number,
    option: number,
    program: { len: number; filter: Uint8Array },
    length: number,
  ) => number;
  send: (fd: number, message: Uint8Array, length: number, flags: number) => number;
  sendto: (
    fd: number,
    message: Uint8Array,
    length: number,
    flags: number,
    address: Uint8Array,
    addressLength: number,
  ) => number;
  recv: (fd: number, into: Uint8Array, length: number, flags: number) => number;
  close: (fd: number) => number;
  ifNameToIndex: (name: string) => number;
  clockGetTime: (clock: number, into: Uint8Array) => number;
  setns: (fd: number, kind: number) => number;
}

function declare(koffi: Koffi, library: ReturnType<Koffi["load"]>): Calls {
  const filterProgram = koffi.pointer(koffi.struct({ len: "uint16_t", filter: "void *" }));
  return {
    socket: library.func("int socket(int, int, int)"),
    bind: library.func("int bind(int, void *, uint32_t)"),
    setsockopt: library.func("int setsockopt(int, int, int, void *, uint32_t)"),
    setFilter: library.func("setsockopt", "int", ["int", "int", "int", filterProgram, "uint32_t"]),
    send: library.func("long send(int, void *, size_t, int)"),
    sendto: library.func("long sendto(int, void *, size_t, int, void *, uint32_t)"),
    recv: library.func("long recv(int, void *, size_t, int)"),
    close: library.func("int close(int)"),
    ifNameToIndex: library.func("uint32_t if_nametoindex(str)"),
    clockGetTime: library.func("int clock_gettime(int, void *)"),
    timerCreate: library.func("syscall", "long", ["long", "long", "void *", "void *"]),
    timerSettime: library.func("syscall", "long", ["long", "long", "long", "void *", "void *"]),
    setns: library.func("int setns(int, int)"),
  };
}
