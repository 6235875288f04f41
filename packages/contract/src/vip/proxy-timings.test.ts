import { expect, it } from "vitest";
import { problemsOf } from "../problem/refusal";
import { VipCheckRequest, VipRequest } from "./vip";

const request = { address: "10.77.0.100", prefixLength: 24 };

it("takes what is told of proxies with a question, any part of it, and never with an order", () => {
  const proxies = { routerTtlSeconds: 0.5, haproxyFall: 3 };
  expect(VipCheckRequest.parse({ ...request, proxies }).proxies).toEqual(proxies);
  expect(VipCheckRequest.parse({ ...request, proxies: {} }).proxies).toEqual({});
  expect(VipRequest.safeParse({ ...request, proxies }).success).toBe(false);
});

it("refuses every value that no proxy has, all at once", () => {
  const proxies = { routerTtlSeconds: -1, haproxyInterMs: 9, haproxyRise: 1.5, haproxyFall: 101 };
  const parsed = VipCheckRequest.safeParse({ ...request, prefixLength: 999, proxies });
  const told = parsed.success ? [] : problemsOf(parsed.error);
  expect(told.map(({ path, code }) => [path, code])).toEqual([
    ["/prefixLength", "prefix_length_invalid"],
    ["/proxies/routerTtlSeconds", "too_small"],
    ["/proxies/haproxyInterMs", "too_small"],
    ["/proxies/haproxyRise", "wrong_type"],
    ["/proxies/haproxyFall", "too_large"],
  ]);
});
