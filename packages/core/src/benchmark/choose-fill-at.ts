import { type ListedEndpoint, takesTurns } from "../endpoint";
import type { EndpointSight } from "./snapshot";

interface Place {
  readonly address: string;
  readonly port: number;
}

/**
 * Where the tables are filled: through the first endpoint that leads to the primary, or else at the primary's own address. One that
 * takes turns met the primary by chance: the next connections end at secondaries.
 */
export function chooseFillAt(
  seen: readonly { readonly endpoint: ListedEndpoint; readonly sight: EndpointSight }[],
  primary: Place | null,
): Place {
  const leading = seen.find(
    ({ endpoint, sight }) => sight.kind === "reached" && sight.isPrimary && !takesTurns(endpoint),
  )?.endpoint;
  const { address, port } = leading ?? primary ?? { address: "-", port: 0 };
  return { address, port };
}
