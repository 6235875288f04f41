/** Tells its process id and runs until it is asked to stop, as the console does. */
process.stdout.write(`${process.pid}\n`);
process.on("SIGTERM", () => process.exit(0));
setInterval(() => undefined, 60_000);
