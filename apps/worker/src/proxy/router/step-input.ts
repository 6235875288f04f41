import type { RouterAccountInput, RouterMetadataInput, RouterStepInput } from "@primacy/core/proxy";
import { z } from "zod";

const Step = z.object({
  proxyId: z.string(),
  clusterId: z.string(),
  clusterName: z.string(),
  hostId: z.string(),
  hostName: z.string(),
  hostAddress: z.string(),
  program: z.string(),
  ports: z.object({ write: z.number(), read: z.number(), split: z.number().nullable() }),
});
const AccountStep = Step.extend({ user: z.string().nullable() });

/** The input of most steps of a MySQL Router. */
export const stepInput: z.ZodType<RouterStepInput> = Step;
/** The same with the administrator whose password came with the order. */
export const accountStepInput: z.ZodType<RouterAccountInput> = AccountStep;
/** The same with what the metadata of a lab says of the group. */
export const metadataStepInput: z.ZodType<RouterMetadataInput> = AccountStep.extend({
  groupName: z.string(),
});
