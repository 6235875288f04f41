import { z } from "zod";
import { CheckedPlan } from "../operation/checked-plan";
import { countReport } from "../operation/counts";
import { type CheckCount, changing, looking, noResult } from "../operation/declare";
import { Id } from "../primitives/scalar";
import { MigrationProof, MigrationQuestion } from "./migration";
import { ProxyCheck, ProxyHealth, ProxyProof, ProxyQuestion } from "./proxy";

/** What is done with a proxy, and with an address that goes from Keepalived to a VIP or back. */
export const proxyKinds = {
  "proxy.check": looking("operator", { input: ProxyQuestion, result: ProxyCheck, count: countReport }),
  "proxy.look": looking("operator", {
    input: z.strictObject({ proxyId: Id }),
    result: ProxyHealth,
    count: countHealth,
  }),
  "proxy.install": changing("operator", {
    input: ProxyQuestion.extend({ user: z.string().nullable().default(null) }),
    result: ProxyProof,
  }),
  "proxy.start": changing("operator", {
    input: z.strictObject({ proxyId: Id }),
    result: ProxyProof,
  }),
  "proxy.stop": changing("operator", {
    input: z.strictObject({ proxyId: Id }),
    result: noResult,
  }),
  "proxy.remove": changing("operator", {
    input: z.strictObject({ proxyId: Id }),
    result: noResult,
  }),
  "migration.check": looking("operator", {
    input: MigrationQuestion,
    result: CheckedPlan,
    count: countReport,
  }),
  "migration.run": changing("operator", { input: MigrationQuestion, result: MigrationProof }),
};

/** Ports that lead nowhere, or to a wrong member, and hosts that do not serve. */
function countHealth({ ways, hosts }: ProxyHealth): CheckCount {
  const wrong = [...ways.filter(({ isRight }) => !isRight), ...hosts.filter(({ isServing }) => !isServing)];
  return { failed: wrong.length, warned: 0 };
}
