import { z } from "zod";
import { CheckedPlan } from "../operation/checked-plan";
import { changing, looking, noResult } from "../operation/declare";
import { Id } from "../primitives/scalar";
import { ProxyHealth, ProxyProof, ProxyQuestion } from "./proxy";

/** What is done with a proxy. */
export const proxyKinds = {
  "proxy.check": looking("operator", { input: ProxyQuestion, result: CheckedPlan }),
  "proxy.look": looking("operator", { input: z.strictObject({ proxyId: Id }), result: ProxyHealth }),
  "proxy.install": changing("operator", { input: ProxyQuestion, result: ProxyProof }),
  "proxy.remove": changing("operator", {
    input: z.strictObject({ proxyId: Id }),
    result: noResult,
  }),
};
