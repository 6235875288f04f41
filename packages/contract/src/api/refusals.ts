import { effectOf } from "../operation/kinds";
import { ProblemCode } from "../problem/codes";
import type { Endpoint } from "./endpoint";

/**
 * Every code that a call can be refused with, in the order of the codes: those of its own, and those that follow from
 * its access, its method, its address and the operations that it starts. An address that does not exist or cannot be
 * decoded, and a method that it does not have, are refused before any call is found (`not_found`, `malformed_path`,
 * `method_not_allowed`).
 */
export function listRefusals(endpoint: Pick<Endpoint, RefusalSource>): readonly ProblemCode[] {
  const codes = new Set([...endpoint.refusals, ...deriveRefusals(endpoint)]);
  return ProblemCode.options.filter((code) => codes.has(code));
}

type RefusalSource = "access" | "method" | "path" | "isIdempotent" | "starts" | "refusals";

/** What follows from the rest of a call's declaration. */
function deriveRefusals({
  access,
  method,
  path,
  isIdempotent,
  starts,
}: Pick<Endpoint, RefusalSource>): readonly ProblemCode[] {
  // A parameter of the query that the call does not know is refused, so that a call without any input is, too.
  const codes: ProblemCode[] = ["validation_failed", "database_unavailable", "internal_error"];
  if (method !== "get") codes.push("malformed_body", "csrf_rejected");
  if (access !== "public") codes.push("not_signed_in");
  if (access !== "public" && access !== "viewer") codes.push("forbidden");
  if (path.includes("{")) codes.push("not_found");
  if (isIdempotent) codes.push("idempotency_key_reused", "idempotency_in_progress");
  if (starts.length > 0) codes.push("worker_absent");
  // An operation that changes something has its cluster for itself; on a host, the host and that one's clusters.
  const isExclusive = starts.some((kind) => effectOf(kind) === "changing");
  if (isExclusive && /^\/(clusters|hosts)\/\{/.test(path)) codes.push("cluster_busy");
  if (isExclusive && path.startsWith("/hosts/{")) codes.push("in_use");
  return codes;
}
