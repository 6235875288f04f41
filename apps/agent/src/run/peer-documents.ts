import { type Message, message } from "@primacy/contract";
import type { AgentDocument } from "@primacy/contract/agent";
import { hashDocument } from "../store/judge-document";

/** Compares documents with those of peers: two configurations under one epoch are an alarm, for both can be in force. */
export class PeerDocuments {
  readonly #differing = new Map<string, number>();

  /** Takes what a peer says of its document; true where an alarm begins. Another epoch says nothing. */
  note(
    own: AgentDocument,
    peer: string,
    { epoch, documentHash }: { readonly epoch: number; readonly documentHash: string },
  ): boolean {
    const differs = own.epoch === epoch && hashDocument(own) !== documentHash;
    const isNews = differs && this.#differing.get(peer) !== epoch;
    if (differs) {
      this.#differing.set(peer, epoch);
    } else {
      this.#differing.delete(peer);
    }
    return isNews;
  }

  /** One warning for each peer that differs under the epoch that is in force. */
  listWarnings(own: AgentDocument | null): Message[] {
    return [...this.#differing].flatMap(([peer, epoch]) =>
      epoch === own?.epoch
        ? [
            message("reason.document_differs", {
              host: own.peers.find((one) => one.hostId === peer)?.name ?? peer,
              epoch,
            }),
          ]
        : [],
    );
  }
}
