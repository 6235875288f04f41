import type { EventKind, Message, Tone } from "@primacy/contract";

/** An event before it is stored: its cursor and instant come with storing it. */
export interface EventDraft {
  readonly kind: EventKind;
  readonly tone: Tone;
  readonly message: Message;
  readonly hostId: string | null;
  readonly memberId: string | null;
  readonly vipId: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}
