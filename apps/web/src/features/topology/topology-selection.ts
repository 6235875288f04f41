import type { TopologySelection } from "@primacy/ui/topology";

const kinds = ["card", "chip", "entry"] as const;

/** What stands in the address for something that was chosen: `card:…`, a host's; `chip:…`; `entry:…`. */
export function formatSelection({ kind, id }: TopologySelection): string {
  return `${kind}:${id}`;
}

/** What an address says that was chosen; null where it says nothing, or what there is not. */
export function parseSelection(asked: string | null): TopologySelection | null {
  if (asked === null) return null;
  const kind = kinds.find((one) => asked.startsWith(`${one}:`));
  const id = kind === undefined ? "" : asked.slice(kind.length + 1);
  return kind === undefined || id === "" ? null : { kind, id };
}
