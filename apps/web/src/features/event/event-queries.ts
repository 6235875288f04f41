import { EventKind, SortOrder } from "@primacy/contract";
import { type Asked, findAsked, pageOf } from "../../client/list-query";

/** Which events a screen shows: the same for what the server loads and what the browser asks for. */
export interface EventQuery {
  readonly limit: number;
  readonly cursor?: string;
  readonly kind?: EventKind;
  readonly order?: SortOrder;
}

/** Below the picture: the last few. */
export const lastEvents: EventQuery = { limit: 12 };

/** On the page of events: of the kind that the address names, or all; a page of them at a time. */
export function eventQuery(asked: Asked): EventQuery {
  const kind = EventKind.safeParse(findAsked(asked, "kind"));
  const order = SortOrder.safeParse(findAsked(asked, "order"));
  return {
    ...pageOf(asked),
    ...(kind.success ? { kind: kind.data } : {}),
    ...(order.success ? { order: order.data } : {}),
  };
}
