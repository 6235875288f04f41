import { type DrillEndpoint, withPort } from "@primacy/contract";

/** What the console calls an endpoint, with its place: ports of one proxy have one name. */
export function nameEndpoint({
  endpoint: { address, port },
  label,
}: {
  readonly endpoint: DrillEndpoint;
  readonly label: string;
}): string {
  const place = withPort(address, port);
  return label === address || label === place ? place : `${label} (${place})`;
}
