import type { EventKind } from "@primacy/contract";

/** Which events a screen shows: the same for what the server loads and what the browser asks for. */
export interface EventQuery {
  readonly limit: number;
  readonly kind?: EventKind;
}

/** Below the picture: the last few. */
export const lastEvents: EventQuery = { limit: 12 };

/** On the page of events: of one kind, or all. */
export function allEvents(kind: EventKind | null): EventQuery {
  return { limit: 200, ...(kind === null ? {} : { kind }) };
}
