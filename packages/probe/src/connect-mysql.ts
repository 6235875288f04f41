import { type ConnectionOptions, createConnection } from "mysql2";
import type { Connection } from "mysql2/promise";

/**
 * Connects and signs in; rejects with the first error. A later one tells nobody anything new, such as the broken handshake of a socket that was given
 * up: mysql2's own promise listens to the first alone, and any other would end the process.
 */
export function connectMysql(options: ConnectionOptions): Promise<Connection> {
  const connection = createConnection(options);
  connection.on("error", () => undefined);
  return new Promise((resolve, reject) => {
    connection.once("connect", () => resolve(connection.promise()));
    connection.once("error", reject);
  });
}
