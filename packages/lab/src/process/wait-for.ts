import { type WaitOptions, waitFor as waitForEffect } from "@primacy/host-acts";
import { inLabErrors } from "./lab-errors";

/**
 * Looks until `observe` returns something other than undefined, and returns that.
 * Throws LabError `not_observed` naming `what` after `timeoutMs`; errors of `observe` pass through.
 */
export function waitFor<T>(
  what: string,
  observe: () => Promise<T | undefined> | T | undefined,
  options: WaitOptions,
): Promise<T> {
  return inLabErrors(waitForEffect(what, observe, options));
}
