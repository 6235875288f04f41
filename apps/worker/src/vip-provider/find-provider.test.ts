import { isRefusal, VipProvider } from "@primacy/contract";
import { vipCapabilities } from "@primacy/core/vip-provider";
import { expect, it } from "vitest";
import { agentProvider } from "./agent/agent-provider";
import { findProvider } from "./find-provider";
import { vipProviders } from "./providers";

it.each(VipProvider.options)("what the table says of a driver is true of this version: %s", (name) => {
  expect(vipProviders[name] !== null).toBe(vipCapabilities[name].driver === "yes");
  expect(vipProviders[name]?.name ?? name).toBe(name);
});

it("a VIP is given the provider whose name it bears, and not another", () => {
  const second = { ...agentProvider, name: "greatdb_ha" as const };
  const worker = { vipProviders: { agent: agentProvider, greatdb_ha: second } };
  expect(findProvider(worker, "greatdb_ha")).toBe(second);
  expect(findProvider(worker, "agent")).toBe(agentProvider);
});

it("one without a driver is refused as its order is", () => {
  const found = findProvider({ vipProviders }, "greatdb_ha");
  expect(isRefusal(found) && [found.code, found.errors.map(({ path, code }) => [path, code])]).toEqual([
    "provider_not_available",
    [["/provider", "provider_has_no_driver"]],
  ]);
});
