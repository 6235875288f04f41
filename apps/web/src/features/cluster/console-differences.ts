import type { Message, Topology } from "@primacy/contract";

const prefix = "topology.differs_";

/** What agents hold otherwise than a console that was restored from an older database. */
export function listDifferences(topology: Pick<Topology, "problems"> | undefined): readonly Message[] {
  return (topology?.problems ?? []).filter(({ code }) => code.startsWith(prefix));
}
