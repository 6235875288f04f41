import { startEmbeddedPostgres } from "./embedded-postgres";

// Starts the server of the given folder, says so, and waits to be killed.
const server = await startEmbeddedPostgres({ directory: process.argv[2] ?? "" });
process.stdout.write(`${server.pid}\n`);
setInterval(() => undefined, 60_000);
