import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { checkListen, localUrl } from "./addresses";

const names = { address: "PRIMACY_LISTEN", port: "PORT" };

it("a URL has IPv6 in brackets and asks a loopback address where all are listened on", () => {
  expect(localUrl("http", "::1", 4100)).toBe("http://[::1]:4100");
  expect(localUrl("https", "::", 4100)).toBe("https://[::1]:4100");
  expect(localUrl("http", "0.0.0.0", 4100)).toBe("http://127.0.0.1:4100");
  expect(localUrl("http", "10.0.0.9", 80)).toBe("http://10.0.0.9:80");
});

it("a taken port and an address of another machine are told before anything starts", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const taken = { address: "127.0.0.1", port };
  await expect(checkListen(taken, names)).rejects.toThrow(`Port ${port} of 127.0.0.1 is taken`);
  await expect(checkListen({ ...taken, address: "192.0.2.1" }, names)).rejects.toThrow("PRIMACY_LISTEN");
  server.close();
  await once(server, "close");
  await checkListen(taken, names);
});
