import type { Server } from "node:http";
import type { Server as HttpsServer } from "node:https";

/** How long answers under way may take after the process was asked to stop. */
const drainMs = 5_000;

/** Ends a server: no new connections, idle ones closed, answers under way given `drainMs`. May be called twice. */
export async function stopServer(
  server: Server | HttpsServer,
  endStreams: () => Promise<void>,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  await endStreams();
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
