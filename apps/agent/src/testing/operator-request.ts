import { randomUUID, sign } from "node:crypto";
import type {
  HostOperatorGrant,
  HostOperatorOrder,
  HostOperatorRequest,
  HostOperatorTask,
} from "@primacy/contract/agent";
import type { KeyPair } from "./test-authority";

/** What a test asks of a host operator, and what of grant and order is not as a console makes it. */
export interface WantedRequest {
  readonly hostId: string;
  readonly clusterId: string;
  readonly bootId: string;
  /** The host's monotonic clock. */
  readonly nowMs: number;
  readonly task: HostOperatorTask;
  readonly grant?: Partial<HostOperatorGrant>;
  readonly order?: Partial<HostOperatorOrder>;
}

const grantId = randomUUID();
const hourMs = 3_600_000;

/** The order as a console makes it. */
export function planOrder({ nowMs, task, order }: WantedRequest): HostOperatorOrder {
  return { version: 1, orderId: randomUUID(), grantId, notAfterMs: nowMs + 60_000, task, ...order };
}

/** A grant of an hour for every kind, with an order under it, both signed. */
export function signOperatorRequest(wanted: WantedRequest, key: KeyPair): HostOperatorRequest {
  const { hostId, clusterId, bootId, nowMs } = wanted;
  const grant: HostOperatorGrant = {
    version: 1,
    grantId,
    hostId,
    clusterId,
    epoch: 5,
    grantedTo: { who: "ada", operationId: null },
    kinds: ["service", "file", "process", "caches", "fault", "library", "capabilities"],
    bootId,
    untilMs: nowMs + hourMs,
    ...wanted.grant,
  };
  return { grant: signText(grant, key), order: signText(planOrder(wanted), key) };
}

function signText(value: object, { keyPem, certificatePem }: KeyPair): HostOperatorRequest["grant"] {
  const text = JSON.stringify(value);
  return { text, signature: sign("sha256", Buffer.from(text), keyPem).toString("base64"), certificatePem };
}
