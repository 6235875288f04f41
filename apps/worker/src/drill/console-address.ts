import net from "node:net";
import type { AgentTarget } from "../agent-client/agent-client";

const limitMs = 3_000;

/**
 * This process's own address on its way to an agent: what the host sees, where no address is translated in between. Null where no connection
 * comes about within 3 s.
 */
export async function findConsoleAddress(
  { address, port }: Pick<AgentTarget, "address" | "port">,
  signal: AbortSignal,
): Promise<string | null> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const socket = net.connect({ host: address, port, signal: limit });
  try {
    return await new Promise((resolve) => {
      socket.once("connect", () => resolve(socket.localAddress ?? null));
      socket.once("error", () => resolve(null));
    }).then((found) => (typeof found === "string" ? found.replace(/^::ffff:/, "") : null));
  } finally {
    socket.destroy();
    signal.throwIfAborted();
  }
}
