import type { Client } from "ssh2";

const limitMs = 3_000;

/**
 * Connects from the host to one of its own ports through SSH and reads the version in the MySQL server's greeting.
 * Null when it is no MySQL server, when it does not answer in 3 s, or when sshd does not forward.
 */
export function askGreeting(
  client: Client,
  address: string,
  port: number,
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve) => {
    let end = (): void => undefined;
    const finish = (version: string | null): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      end();
      resolve(version);
    };
    const onAbort = (): void => finish(null);
    const timer = setTimeout(() => finish(null), limitMs);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      client.forwardOut("127.0.0.1", 0, address, port, (error, channel) => {
        if (error !== undefined && error !== null) return finish(null);
        end = () => channel.destroy();
        let received = Buffer.alloc(0);
        channel.on("error", () => finish(null));
        channel.once("close", () => finish(null));
        channel.on("data", (chunk: Buffer) => {
          received = Buffer.concat([received, chunk]);
          if (isComplete(received)) finish(parseGreeting(received));
        });
        channel.stderr.resume();
      });
    } catch {
      finish(null);
    }
  });
}

function isComplete(received: Buffer): boolean {
  return received.length >= 4 && received.length >= Math.min(4 + received.readUIntLE(0, 3), 1024);
}

/** The version in the first packet of the classic protocol (version 10); null for anything else. */
export function parseGreeting(packet: Buffer): string | null {
  if (packet.length < 6 || packet[4] !== 10) return null;
  const end = packet.indexOf(0, 5);
  const version = end === -1 ? "" : packet.toString("latin1", 5, end);
  return /^[0-9][0-9A-Za-z.+~_-]{0,60}$/.test(version) ? version : null;
}
