import type { Message } from "@primacy/contract";
import { ActFailure, type WaitOptions, waitFor } from "@primacy/host-acts";
import { ToldError } from "../../message/told-error";

/** Waits as `waitFor` does. Throws ToldError with `unseen` where its time passes; what `observe` throws passes through. */
export async function awaitSeen<T>(
  unseen: Message,
  observe: () => Promise<T | undefined> | T | undefined,
  options: WaitOptions,
): Promise<T> {
  try {
    return await waitFor(unseen.text, observe, options);
  } catch (error) {
    throw error instanceof ActFailure ? new ToldError(unseen, { cause: error }) : error;
  }
}
