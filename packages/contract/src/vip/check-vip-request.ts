import { isPrefixOf } from "../primitives/address-text";
import type { ProblemDetail } from "../problem/problem";
import { checkValue, problemDetail } from "../problem/refusal";
import { VipCheckRequest } from "./vip";

/** Why an address cannot have a prefix length: it is of the other family. Nothing is said where either is absent. */
export function checkVipPrefix(
  address: string | undefined,
  prefixLength: number | undefined,
): readonly ProblemDetail[] {
  return address === undefined || prefixLength === undefined || isPrefixOf(address, prefixLength)
    ? []
    : [problemDetail("/prefixLength", "prefix_length_invalid")];
}

/** Every reason against the body of a VIP's check that needs nobody to be asked: in a browser those of the API. */
export function checkVipRequest(body: unknown): readonly ProblemDetail[] {
  const { address, prefixLength } = VipCheckRequest.pick({ address: true, prefixLength: true })
    .partial()
    .strip()
    .catch({})
    .parse(body);
  return [...checkValue(VipCheckRequest, "", body), ...checkVipPrefix(address, prefixLength)];
}
