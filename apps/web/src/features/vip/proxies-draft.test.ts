import { ProxyTimings } from "@primacy/contract";
import { expect, it } from "vitest";
import { toProxies, untoldProxies } from "./proxies-draft";

const writing = { kind: "write", provider: "agent" } as const;

it("tells of the proxies what was typed, and nothing of a read VIP", () => {
  const typed = { ...untoldProxies, routerTtlSeconds: " 0.5 ", haproxyFall: "4" };
  expect(toProxies(writing, typed)).toEqual({ proxies: { routerTtlSeconds: 0.5, haproxyFall: 4 } });
  expect(toProxies({ ...writing, kind: "read" }, typed)).toEqual({});
  expect(toProxies({ ...writing, provider: "greatdb_ha" }, typed)).toEqual({});
  expect(toProxies(writing, { ...untoldProxies, haproxyInterMs: " " })).toEqual({});
});

it("leaves what is no number, or none that can be, to the refusal of the API", () => {
  const typed = { routerTtlSeconds: "soon", haproxyInterMs: "-5", haproxyRise: "1.5", haproxyFall: "1e3" };
  const refused = ProxyTimings.safeParse(toProxies(writing, typed).proxies);
  expect(refused.error?.issues.map(({ path }) => path[0])).toEqual([
    "routerTtlSeconds",
    "haproxyInterMs",
    "haproxyRise",
    "haproxyFall",
  ]);
});
