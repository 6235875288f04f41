import { ActFailure } from "@primacy/host-acts";
import { expect, it } from "vitest";
import { LabError } from "../errors";
import { inLabErrors } from "./lab-errors";
import { waitFor } from "./wait-for";

it("makes what an act throws the lab's own error of the same code, and leaves the rest alone", async () => {
  expect(await inLabErrors(Promise.resolve(1))).toBe(1);
  for (const retryable of [true, false]) {
    const failure = new ActFailure("not_observed", "no such process", { retryable });
    const made: unknown = await inLabErrors(Promise.reject(failure)).catch((cause: unknown) => cause);
    expect(made).toBeInstanceOf(LabError);
    expect(made).toMatchObject({ code: "not_observed", message: "no such process", retryable });
  }
  const other = new Error("of another kind");
  await expect(inLabErrors(Promise.reject(other))).rejects.toBe(other);
});

it("waits in vain with the lab's own error, which may be tried again, and with 'aborted' where it was stopped", async () => {
  const never = (): undefined => undefined;
  const late: unknown = await waitFor("a thing", never, { timeoutMs: 1 }).catch((cause: unknown) => cause);
  expect(late).toBeInstanceOf(LabError);
  expect(late).toMatchObject({
    ...{ code: "not_observed", retryable: true, message: "Not seen within 1 ms: a thing." },
  });
  const stopped = waitFor("a thing", never, { timeoutMs: 60_000, signal: AbortSignal.abort() });
  await expect(stopped).rejects.toMatchObject({ code: "aborted", retryable: false });
});
