import type { Socket } from "node:net";

/**
 * Calls back with each line that the socket brings, without its end. A line longer than the limit, in characters, ends the
 * connection: nobody who keeps the protocol sends one.
 */
export function readLines(socket: Socket, maxLength: number, onLine: (line: string) => void): void {
  let rest = "";
  socket.setEncoding("utf8");
  socket.on("data", (data) => {
    const parts = (rest + String(data)).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) {
      onLine(line);
    }
    if (rest.length > maxLength) {
      socket.destroy();
    }
  });
}

/** Sends one line. Those of one turn of the event loop go together: to be woken costs the reader more than what it reads. */
export function writeLine(socket: Socket, line: string): void {
  socket.cork();
  process.nextTick(() => socket.uncork());
  socket.write(`${line}\n`);
}
