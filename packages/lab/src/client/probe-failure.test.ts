import { ProbeFailure } from "@primacy/probe";
import { expect, it } from "vitest";
import { LabError } from "../errors";
import { asLabError } from "./probe-failure";

it("makes what the prober throws the lab's own error of the same code, and leaves the rest alone", () => {
  for (const code of ["not_observed", "aborted"] as const) {
    const failure = new ProbeFailure(code, "nothing was acknowledged");
    const made = asLabError(failure);
    expect(made).toBeInstanceOf(LabError);
    expect(made).toMatchObject({ code, message: "nothing was acknowledged", retryable: false });
  }
  const other = new Error("of another kind");
  expect(asLabError(other)).toBe(other);
});
