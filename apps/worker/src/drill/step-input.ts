import { DrillEndpoint, DrillFault, ProxyService } from "@primacy/contract";
import type { DrillInput } from "@primacy/core/drill";
import { z } from "zod";

const member = {
  memberId: z.string(),
  serverUuid: z.string(),
  name: z.string(),
  address: z.string(),
  port: z.number(),
  hostId: z.string(),
};

/** The input of every step of a drill, as it is stored. */
export const DrillStepInput: z.ZodType<DrillInput> = z.object({
  drillId: z.string(),
  clusterId: z.string(),
  fault: DrillFault,
  primary: z.object(member),
  target: z.object({ ...member, service: z.string().nullable() }),
  other: z.object({ ...member, addresses: z.array(z.string()) }).nullable(),
  // Of a drill that an older console has begun there is none.
  proxy: z
    .object({
      proxyId: z.string(),
      program: ProxyService,
      hostId: z.string(),
      name: z.string(),
      port: z.number().nullable(),
      doors: z.array(DrillEndpoint),
      takeover: z.object({ minMs: z.number(), maxMs: z.number() }).nullable(),
    })
    .nullable()
    .default(null),
  consoleAddress: z.string().nullable(),
  observer: z.object({ hostId: z.string(), name: z.string() }),
  ways: z.array(
    z.object({ endpoint: DrillEndpoint, label: z.string(), run: z.string(), isVip: z.boolean() }),
  ),
  // Of a drill that an older console has begun there are none.
  readWays: z.array(z.object({ endpoint: DrillEndpoint, label: z.string(), isVip: z.boolean() })).default([]),
  objectiveMs: z.number(),
  waitMs: z.number(),
});
