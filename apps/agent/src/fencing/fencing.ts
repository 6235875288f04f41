import { message } from "@primacy/contract";
import type { FenceAccepted, FenceRequest, OperatorKeys } from "@primacy/contract/agent";
import { RefusalError } from "../http/refusal";
import type { Log } from "../log/log";
import type { ClusterRuntime } from "../run/cluster-runtime";
import type { Layout } from "../store/layout";
import { judgeOrder } from "./judge-order";
import type { RegisteredKeys } from "./operator-keys";
import { TakenOrders } from "./taken-orders";

/** What taking orders needs of its agent. */
export interface FencingParts {
  readonly layout: Pick<Layout, "ordersFile">;
  /** Whose signatures count on this host now. */
  readonly readKeys: () => Promise<RegisteredKeys>;
  readonly runtime: ClusterRuntime;
  readonly hostId: () => string;
  readonly log: Log;
}

/** Takes operators' signed orders, each once, and tells the decision of every VIP. */
export class Fencing {
  readonly #parts: FencingParts;
  readonly #taken: TakenOrders;

  constructor(parts: FencingParts) {
    this.#parts = parts;
    this.#taken = new TakenOrders(parts.layout.ordersFile);
  }

  /** Whose signatures count on this host now. Throws what reading them throws. */
  async listKeys(): Promise<OperatorKeys> {
    const { keys, problems } = await this.#parts.readKeys();
    return {
      keys: keys.map(({ fingerprint, comment }) => ({ fingerprint, comment })),
      problems: [...problems],
    };
  }

  /** Takes an order, for one operation. Not beside another call: it is read, noted and told in one go. Throws RefusalError and StoreError. */
  async take({ operationId, ...signed }: FenceRequest): Promise<FenceAccepted> {
    const { readKeys, runtime, log } = this.#parts;
    const { keys } = await readKeys();
    const wallMs = Date.now();
    const verdict = judgeOrder(signed, {
      keys,
      clusterId: runtime.document?.clusterId ?? null,
      hostId: this.#parts.hostId(),
      peers: runtime.document?.peers.map((peer) => peer.hostId) ?? [],
      wallMs,
    });
    if (verdict.kind === "refused") {
      log.warn("a fence order was refused", { details: verdict.details.map(({ text }) => text) });
      throw new RefusalError("order_refused", verdict.details);
    }
    const { order, signer, forMs } = verdict;
    const { orderId } = order;
    const use = await this.#taken.take(orderId, operationId, wallMs);
    if (use === "used") {
      log.warn("a fence order was refused, for it was used", { orderId });
      throw new RefusalError("order_refused", [message("order.used")]);
    }
    const isNew = use === "new";
    const signedBy = signer.comment === "" ? signer.fingerprint : `${signer.comment} (${signer.fingerprint})`;
    const hosts = order.hosts.map(({ hostId }) => hostId);
    log.info(isNew ? "a fence order was taken" : "a fence order was given again", {
      orderId,
      signedBy,
      hosts,
    });
    if (isNew)
      for (const loop of runtime.loops)
        for (const hostId of hosts) loop.feed({ kind: "host-fenced", hostId, orderId, forMs });
    return { orderId, signedBy, isRepeated: !isNew };
  }
}
