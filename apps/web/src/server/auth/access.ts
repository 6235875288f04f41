import { isRoleAtLeast, type Principal, type Refusal, refuse } from "@primacy/contract";
import type { Access } from "@primacy/contract/api";

/** The one place that decides who may do what, for the API and for pages: null, or why not. */
export function checkAccess(principal: Principal | null, needed: Access): Refusal | null {
  if (needed === "public") return null;
  if (principal === null) return refuse("not_signed_in");
  return isRoleAtLeast(principal.role, needed) ? null : refuse("forbidden", [], { role: needed });
}
