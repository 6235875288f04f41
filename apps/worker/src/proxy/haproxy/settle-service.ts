import { type Message, message, paramsWith } from "@primacy/contract";
import type { HostAction, ServiceState } from "@primacy/contract/agent";
import type { OperatorSession } from "../../host-operator/operator-session";
import { StepFailure } from "../../operation/failure";
import { keepOrdered, undoOrdered } from "../repeated-orders";
import { undoAfterMs } from "./operator-acts";

type Service = Extract<HostAction, { kind: "service" }>["service"];
type Session = Pick<OperatorSession, "report" | "act" | "keep" | "undo" | "readService">;

/** A state that a service is brought to. */
export interface ServiceOrder {
  readonly hostName: string;
  readonly service: Service;
  readonly state: ServiceState;
  /** The ids under which just this is ordered: see `ordersOf`. */
  readonly ids: readonly string[];
  /** Acts that this one takes back. */
  readonly takesBack?: readonly string[];
}

/**
 * Brings a service to a state that stays, also where a worker before has ordered that and did not live to keep it. Orders nothing where
 * it is so already. May run twice. Throws `StepFailure` `proxy_service`, and as `OperatorSession` does.
 */
export async function settleService(
  session: Session,
  { hostName, service, state, ids, takesBack = [] }: ServiceOrder,
  signal: AbortSignal,
): Promise<void> {
  await undoOrdered(session, takesBack, signal);
  const actionId = await keepOrdered(session, ids, signal);
  if ((await session.readService(service, signal)) === state) return;
  if (actionId === null) throw serviceFailure(hostName, service, state, null);
  const act = state === "running" ? "start" : "stop";
  const done = await session.act({ kind: "service", service, act }, { undoAfterMs, actionId }, signal);
  if (done.state === "acted") await session.keep(actionId, signal);
  else if (done.state !== "kept") throw serviceFailure(hostName, service, state, done.reason);
}

/** Why a service is not as it should be. */
export function serviceFailure(
  host: string,
  service: string,
  state: ServiceState,
  reason: Message | null,
): StepFailure {
  const params = paramsWith({ host, service, state }, { reason: reason ?? message("why.no_answer") });
  return new StepFailure("failure.proxy_service", { params });
}
