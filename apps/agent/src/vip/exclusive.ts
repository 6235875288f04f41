import net from "node:net";

/** The right to be the only agent of a cluster in this network namespace. */
export interface ExclusiveRight {
  /** Gives the right up. May be called twice. */
  release(): Promise<void>;
}

/**
 * Takes the right, or returns null when another process has it. It is an abstract socket: a stopped
 * process keeps it, a dead one loses it at once, and nothing is left on disk. Throws on any other error.
 */
export function acquireExclusiveRight(clusterId: string): Promise<ExclusiveRight | null> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once("error", (error) => {
      if ("code" in error && error.code === "EADDRINUSE") {
        resolve(null);
      } else {
        reject(error);
      }
    });
    server.listen(`\0primacy-vip/${clusterId}`, () => {
      server.unref();
      resolve({
        release: () =>
          new Promise((done) => {
            server.close(() => done());
          }),
      });
    });
  });
}
