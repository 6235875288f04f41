import { z } from "zod";
import { changing, looking, noResult } from "../operation/declare";
import { Id } from "../primitives/scalar";
import { ProxyCheck, ProxyHealth, ProxyProof, ProxyQuestion } from "./proxy";

/** What is done with a proxy. */
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
};
