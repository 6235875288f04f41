import type { MemberView } from "@primacy/contract/agent";

/** The group as one server believes it to be. A view is a belief: several of them are judged together. */
export interface GroupView {
  /** The server uuid of the server whose view this is. */
  readonly observer: string;
  readonly isSinglePrimary: boolean | null;
  readonly members: readonly MemberView[];
  /** When it was taken, and since when its server has claimed to be the primary; by one clock, where they are known. */
  readonly confirmedAtMs?: number;
  readonly claimsPrimarySinceMs?: number | null;
}
