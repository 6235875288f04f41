import { connect } from "node:net";
import type { ConnectObservation } from "@primacy/contract/agent";

const limitMs = 1_500;

/** Whether this host can connect to each of these; nothing is sent. Ends within 1.5 s and never throws. */
export function connectToAll(
  targets: readonly { readonly address: string; readonly port: number }[],
): Promise<ConnectObservation[]> {
  return Promise.all(targets.map(connectTo));
}

function connectTo({
  address,
  port,
}: {
  readonly address: string;
  readonly port: number;
}): Promise<ConnectObservation> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const end = (error: string | null): void => {
      clearTimeout(timer);
      socket.destroy();
      const durationMs = Math.round(performance.now() - startedMs);
      resolve({ address, port, isReached: error === null, error, durationMs });
    };
    const timer = setTimeout(() => end("ETIMEDOUT"), limitMs);
    socket.once("connect", () => end(null));
    socket.once("error", (error) => end("code" in error ? String(error.code) : error.message));
  });
}
