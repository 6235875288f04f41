import { z } from "zod";
import { CheckedPlan } from "../operation/checked-plan";
import { changing, looking, noResult } from "../operation/declare";
import { Id } from "../primitives/scalar";
import { MigrationProof, MigrationQuestion } from "./migration";
import { ProxyCheck, ProxyHealth, ProxyProof, ProxyQuestion } from "./proxy";

/** What is done with a proxy, and with an address that goes from Keepalived to a VIP or back. */
export const proxyKinds = {
  "proxy.check": looking("operator", { input: ProxyQuestion, result: ProxyCheck }),
  "proxy.look": looking("operator", { input: z.strictObject({ proxyId: Id }), result: ProxyHealth }),
  "proxy.install": changing("operator", {
    input: ProxyQuestion.extend({ user: z.string().nullable().default(null) }),
    result: ProxyProof,
  }),
  "proxy.remove": changing("operator", {
    input: z.strictObject({ proxyId: Id }),
    result: noResult,
  }),
  "migration.check": looking("operator", { input: MigrationQuestion, result: CheckedPlan }),
  "migration.run": changing("operator", { input: MigrationQuestion, result: MigrationProof }),
};
