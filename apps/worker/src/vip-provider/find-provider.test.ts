import { VipProvider } from "@primacy/contract";
import { vipCapabilities } from "@primacy/core/vip-provider";
import { expect, it } from "vitest";
import { agentProvider } from "./agent/agent-provider";
import { findProvider } from "./find-provider";
import { vipProviders } from "./providers";

it.each(VipProvider.options)("each provider bears its name and has what the table says of it: %s", (name) => {
  expect(vipProviders[name].name).toBe(name);
  expect(vipProviders[name].capabilities).toBe(vipCapabilities[name]);
  expect(vipProviders[name].planRebind !== undefined).toBe(vipCapabilities[name].rebind === "yes");
});

it("a VIP is given the provider whose name it bears, and not another", () => {
  const second = { ...agentProvider, name: "greatdb_ha" as const };
  const worker = { vipProviders: { agent: agentProvider, greatdb_ha: second } };
  expect(findProvider(worker, "greatdb_ha")).toBe(second);
  expect(findProvider(worker, "agent")).toBe(agentProvider);
});
