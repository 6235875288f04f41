import { ReleaseProof, VipAgentState } from "@primacy/contract";
import { AgentStatus } from "@primacy/contract/agent";
import { z } from "zod";

/** What `why` prints of one VIP: where its decision stands, every reason, and how it came there. */
export const VipWhy = z.object({
  vipId: z.string(),
  address: z.string(),
  state: VipAgentState,
  isHolding: z.boolean(),
  reasons: z.array(z.string()),
  proofs: z.array(z.object({ host: z.string(), proof: ReleaseProof })),
  history: z.array(z.object({ agoMs: z.number(), from: z.string(), to: z.string(), reason: z.string() })),
  proofWaitMs: z.number(),
  evidenceAgeMs: z.number().nullable(),
  generation: z.number(),
  epoch: z.number(),
});
export type VipWhy = z.infer<typeof VipWhy>;

/** How the agent's people on the host speak to it: over a socket that only root may open. */
export const controlCalls = {
  /** Of the host's first cluster, and what it says of the others. */
  status: {
    path: "/status",
    body: null,
    answer: AgentStatus.extend({ others: z.array(AgentStatus) }),
  },
  why: { path: "/why", body: null, answer: z.array(VipWhy) },
  /** Lets go of one VIP, or of all. With `stay` the address stays away until `unblock` or the console says otherwise. */
  release: {
    path: "/release",
    body: z.strictObject({ address: z.string().nullable(), stay: z.boolean() }),
    answer: z.object({ released: z.array(z.string()), remaining: z.array(z.string()) }),
  },
  /** Ends `release --stay`, and a block that needs an operator. */
  unblock: {
    path: "/unblock",
    body: z.strictObject({ address: z.string().nullable() }),
    answer: z.object({ addresses: z.array(z.string()) }),
  },
} as const;
