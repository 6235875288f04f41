import type { Message, MessageParams, TopologyVip } from "@primacy/contract";
import type { EventDraft } from "./draft";
import type { RememberedVip } from "./wire-history";

/** Who the hosts of the picture are, and when it was made. */
export interface WireScene {
  /** The name by which people know a host of the picture. */
  readonly hostName: (hostId: string) => string;
  /** False where the host's agent says nothing now, so that nothing of the host has changed. */
  readonly isHeard: (hostId: string) => boolean;
  /** True where the host left the cluster since the older picture: nobody looks at it any more. */
  readonly hasLeft: (hostId: string) => boolean;
  /** The instant of the newer picture. */
  readonly atMs: number;
}

/** What was last known of a VIP, and what is known of it now. */
export interface WireChange {
  readonly before: RememberedVip | undefined;
  readonly vip: TopologyVip;
  readonly scene: WireScene;
}

/** An event of a VIP's wire. It is about the host that answers, where one does. */
export function draftOf(
  vip: TopologyVip,
  kind: EventDraft["kind"],
  tone: EventDraft["tone"],
  text: Message,
  detail: Readonly<Record<string, unknown>> = {},
): EventDraft {
  const params: MessageParams = text.params;
  return {
    kind,
    tone,
    message: text,
    hostId: vip.wire[0]?.hostId ?? null,
    memberId: null,
    vipId: vip.vipId,
    detail: { ...params, ...detail },
  };
}
