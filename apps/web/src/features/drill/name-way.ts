import { type DrillEndpointOutcome, withPort } from "@primacy/contract";

type Way = Pick<DrillEndpointOutcome, "endpoint" | "label">;

/** Address and port of a way, which no other of its drill has. */
export function placeOfWay({ endpoint: { address, port } }: Pick<Way, "endpoint">): string {
  return withPort(address, port);
}

/** What the console calls a way, with its place. */
export function nameWay(way: Way): string {
  const { endpoint, label } = way;
  const place = placeOfWay(way);
  return label === endpoint.address || label === place ? place : `${label} ${place}`;
}
