import { type DrillEndpoint, message } from "@primacy/contract";
import type { MemberRecord } from "@primacy/db";
import { expect, test } from "vitest";
import type { Sight } from "../endpoint/look-through";
import { observeProxyEndpoints } from "./observe-proxy-endpoints";

const at = (address: string): DrillEndpoint => ({ address, port: 3_307 });
const member: MemberRecord = {
  ...{ id: "m1", clusterId: "c1", serverUuid: "u1", address: "10.0.0.11", port: 3_306 },
  ...{ hostId: "h1", hostName: "db1", facts: {} },
};
const reached = (isPrimary: boolean): Sight => ({ kind: "reached", member, isPrimary, connectMs: 2 });

test("of the endpoints of a proxy those are waited for that lead to the primary, and of the others it is said why they do not", async () => {
  const refused = message("why.connection_refused");
  const sights = new Map<string, Sight>([
    ["10.0.0.110", reached(true)],
    ["10.0.0.21", { kind: "unreached", reason: refused }],
    ["10.0.0.22", reached(false)],
  ]);
  const look = async ({ address }: DrillEndpoint): Promise<Sight> => {
    const sight = sights.get(address);
    if (sight === undefined) throw new Error(`nobody is to be asked at ${address}`);
    return sight;
  };
  expect(await observeProxyEndpoints([...sights.keys()].map(at), look)).toEqual({
    doors: [at("10.0.0.110")],
    shutEndpoints: [
      { endpoint: at("10.0.0.21"), reason: refused },
      { endpoint: at("10.0.0.22"), reason: message("why.proxy_wrong_server", { member: "db1" }) },
    ],
  });
});
