import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, it } from "vitest";
import { connectMysql } from "./connect-mysql";
import { connectTcp } from "./connect-tcp";

/** What a server says first: protocol 10, every capability, TLS among them (dev.mysql.com, "Protocol::HandshakeV10"). */
function greeting(): Buffer {
  const body = Buffer.concat([
    Buffer.from([10]),
    Buffer.from("8.4.0\0"),
    Buffer.from([1, 0, 0, 0]),
    Buffer.alloc(8, 1),
    Buffer.from([0, 0xff, 0xff, 255, 2, 0, 0xff, 0xdf, 21]),
    Buffer.alloc(10),
    Buffer.alloc(12, 1),
    Buffer.from("\0caching_sha2_password\0"),
  ]);
  return Buffer.concat([Buffer.from([body.length, 0, 0, 0]), body]);
}

it("survives the errors that come after the first, of a handshake that was given up", async () => {
  const accepted: Socket[] = [];
  const server = createServer((socket) => {
    accepted.push(socket.on("error", () => undefined));
    socket.write(greeting());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const stream = await connectTcp({ address: "127.0.0.1", port }, 5_000);
  const ssl = { rejectUnauthorized: false };
  const connecting = connectMysql({ stream, host: "127.0.0.1", port, ssl, user: "u", connectTimeout: 5_000 });
  const outcome = connecting.then(
    () => "connected",
    () => "failed",
  );
  // It has asked for TLS, and waits for the server's part of the handshake.
  const [socket] = accepted;
  if (socket === undefined) throw new Error("nobody came");
  await once(socket, "data");
  stream.destroy(new Error("first"));
  socket.destroy();
  expect(await outcome).toBe("failed");
  server.close();
  await once(server, "close");
});
