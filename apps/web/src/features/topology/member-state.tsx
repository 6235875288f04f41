"use client";

import type { TopologyMember } from "@primacy/contract";
import { StatusPip } from "@primacy/ui";
import type { ReactNode } from "react";
import { describeServer, describeState } from "./belief-words";
import { useTopologyTexts } from "./topology-texts";

/** A member's state as its group believes it, and beside it what is proved of its server where that is something else. */
export function MemberState({ member }: { readonly member: TopologyMember }): ReactNode {
  const texts = useTopologyTexts();
  const server = describeServer(member, texts);
  const state = describeState(member, texts);
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <StatusPip {...state} tone={member.isStale ? "unknown" : state.tone} />
      {server === null ? null : <StatusPip {...server} />}
    </span>
  );
}
