import { type ConnectionOptions, createConnection } from "mysql2";
import type { Connection } from "mysql2/promise";

/**
 * Connects and signs in; rejects with the first error. A later one tells nobody anything new, such as the broken handshake of a socket that was given
 * up: mysql2's own promise listens to the first alone, and any other would end the process.
 */
export function connectMysql(options: ConnectionOptions): Promise<Connection> {
  // Nothing is prepared here, and mysql2 keeps room for 16,000 statements in each connection, half a megabyte. Of errors nobody reads the
  // stack, which mysql2 would note for each statement.
  const connection = createConnection({ maxPreparedStatements: 1, trace: false, ...options });
  connection.on("error", () => undefined);
  return new Promise((resolve, reject) => {
    connection.once("connect", () => resolve(connection.promise()));
    connection.once("error", reject);
  });
}
