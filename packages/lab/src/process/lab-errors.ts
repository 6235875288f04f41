import { ActFailure } from "@primacy/host-acts";
import { LabError } from "../errors";

/** Passes through what the work comes to; what an act throws becomes the lab's own error of the same code. */
export async function inLabErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!(cause instanceof ActFailure)) throw cause;
    throw new LabError(cause.code, cause.message, { cause, retryable: cause.retryable });
  }
}
