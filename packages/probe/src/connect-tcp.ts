import { connect, type Socket } from "node:net";

/** Where somebody may listen. */
export interface Place {
  readonly address: string;
  readonly port: number;
}

/**
 * Connects, or throws `ETIMEDOUT` after the limit, what the system says, or the reason of the signal. Whoever stood still meanwhile takes
 * what has come before giving up: the kernel had the answer in time.
 */
export function connectTcp({ address, port }: Place, limitMs: number, signal?: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true });
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      act();
    };
    const fail = (cause: unknown): void => {
      socket.destroy();
      settle(() => reject(cause));
    };
    const onAbort = (): void => fail(signal?.reason);
    const timer = setTimeout(
      () =>
        setImmediate(() => {
          if (socket.connecting) fail(new Error("ETIMEDOUT"));
        }),
      limitMs,
    );
    // It also comes after the connection was made; whoever has it by then hears it too.
    socket.on("error", fail);
    socket.once("connect", () => settle(() => resolve(socket)));
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  });
}
