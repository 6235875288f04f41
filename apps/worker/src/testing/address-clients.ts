import net from "node:net";
import { type Lab, runRootSql } from "@primacy/lab";
import { createConnection } from "mysql2/promise";

/** What a new client of an address gets: `open`, or the error of its attempt. */
export function knock(host: string, port = 3306): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port });
    const end = (what: string): void => {
      socket.destroy();
      resolve(what);
    };
    socket.setTimeout(60_000, () => end("silence"));
    socket.once("connect", () => end("open"));
    socket.once("error", (error) => end("code" in error ? String(error.code) : error.message));
  });
}

/** A client that is signed in at an address and does nothing; its connection stays open until the server or somebody else ends it. */
export async function openIdleClient(lab: Lab, host: string): Promise<void> {
  const connection = await createConnection({ host, ...lab.credentials.bench });
  connection.on("error", () => undefined);
}

/** The server's error for a connection that has ended by itself. */
const noSuchThread = /\b1094\b/;

/** Ends the clients' connections to db1's server, as a pool does with those that it no longer needs; they will try to come back. */
export async function endConnections(lab: Lab): Promise<void> {
  const { user } = lab.credentials.bench;
  const db1 = lab.host("db1");
  const rows = await runRootSql(db1, `SELECT ID FROM performance_schema.processlist WHERE USER = '${user}'`);
  if (rows.length === 0) throw new Error("db1's server has no client");
  for (const [id] of rows)
    await runRootSql(db1, `KILL CONNECTION ${id}`).catch((cause: unknown) => {
      if (!noSuchThread.test(String(cause))) throw cause;
    });
}
