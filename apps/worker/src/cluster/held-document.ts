import { createHash } from "node:crypto";
import type { AgentStatus } from "@primacy/contract/agent";
import { type Digest, type HeldDocument, unheard } from "@primacy/core/plan";

/** The hash of a document's text, as the agents make it. */
export const hashText: Digest = (text) => createHash("sha256").update(text).digest("hex");

/** What a status says of the document that its agent holds. */
export function toHolding(hostId: string, status: AgentStatus, isAnswering: boolean): HeldDocument {
  return {
    hostId,
    isAnswering,
    clusterId: status.clusterId,
    epoch: status.epoch,
    documentHash: status.documentHash,
    peers: status.peers.map((peer) => peer.hostId),
    isJoining: status.vips.some((vip) => hasReason(vip, "reason.joining")),
    vips: status.vips.map((vip) => ({
      vipId: vip.vipId,
      address: vip.address,
      isPaused: vip.maintenance === "hold" || hasReason(vip, "reason.paused"),
      isBound: vip.isBound,
      nic: vip.nic,
    })),
  };
}

/** A host on which no agent was ever installed holds no document, so it can take nothing. */
export function withoutAgent(hostId: string): HeldDocument {
  return { ...unheard(hostId), peers: [] };
}

/**
 * The hashes that agents answered for what this console told them. An agent of another release may make the hash of
 * another text; what it answered for a document is that document's all the same, and must not be taken for other content
 * again and again.
 */
export class AcceptedHashes {
  readonly #hashes = new Set<string>();

  /** Keeps what an agent answered; of old ones, which nobody holds any more, none is needed. */
  note(documentHash: string): void {
    this.#hashes.delete(documentHash);
    this.#hashes.add(documentHash);
    for (const old of this.#hashes) {
      if (this.#hashes.size <= 100) return;
      this.#hashes.delete(old);
    }
  }

  /** What is held, with a hash that was answered for a document of this console's as none to compare. */
  settle(held: HeldDocument): HeldDocument {
    const { documentHash } = held;
    return documentHash !== null && this.#hashes.has(documentHash) ? { ...held, documentHash: null } : held;
  }
}

function hasReason({ reasons }: AgentStatus["vips"][number], code: string): boolean {
  return reasons.some((reason) => reason.code === code);
}
