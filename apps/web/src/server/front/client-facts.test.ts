import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { isLocalClient, observeClient, parseFacts, parseTrustedProxies } from "./client-facts";

function request(peer: string, headers: Record<string, string>): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: peer });
  const message = new IncomingMessage(socket);
  Object.assign(message.headers, headers);
  return message;
}

const none = parseTrustedProxies([]);
const proxies = parseTrustedProxies(["10.0.0.0/8", "::1"]);

it("believes no header of a client that is not a trusted proxy", () => {
  const headers = { "x-forwarded-for": "192.0.2.9", "x-forwarded-proto": "https" };
  expect(observeClient(request("203.0.113.5", headers), none)).toEqual({
    address: "203.0.113.5",
    isSecure: false,
    isForwarded: true,
  });
  expect(observeClient(request("203.0.113.5", headers), proxies).address).toBe("203.0.113.5");
});

it("takes the nearest hop that is not a trusted proxy, whatever the client wrote before it", () => {
  const headers = { "x-forwarded-for": "1.2.3.4, 203.0.113.7, 10.1.1.1", "x-forwarded-proto": "https" };
  expect(observeClient(request("10.0.0.2", headers), proxies)).toEqual({
    address: "203.0.113.7",
    isSecure: true,
    isForwarded: false,
  });
  expect(observeClient(request("::1", headers), proxies).address).toBe("203.0.113.7");
});

it("writes an IPv4 client of a dual-stack socket as IPv4", () => {
  expect(observeClient(request("::ffff:192.0.2.1", {}), none).address).toBe("192.0.2.1");
});

it("takes nobody for this machine whose request was passed on", () => {
  const local = observeClient(request("127.0.0.1", {}), none);
  const passedOn = observeClient(request("127.0.0.1", { "x-forwarded-for": "203.0.113.7" }), none);
  expect([local, passedOn].map(isLocalClient)).toEqual([true, false]);
  const others = ["128.0.0.1", "unknown", "", "10.0.0.1"].map((address) => ({ address, isForwarded: false }));
  expect(others.some(isLocalClient)).toBe(false);
});

it("knows nothing without a front, and trusts nothing then", () => {
  expect(parseFacts(null)).toEqual({ address: "unknown", isSecure: false, isForwarded: true });
  expect(parseFacts("https direct 192.0.2.1")).toEqual({
    address: "192.0.2.1",
    isSecure: true,
    isForwarded: false,
  });
});

it("refuses a proxy that is no address", () => {
  expect(() => parseTrustedProxies(["proxy.example"])).toThrow(TypeError);
});
