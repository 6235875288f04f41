import { message, quote } from "@primacy/contract";
import { ActFailure } from "@primacy/host-acts";
import { expect, test } from "vitest";
import { ToldError, tellError } from "./told-error";

test.each([
  ["a failure of ours is told by its code", new ToldError(message("act.too_slow")), message("act.too_slow")],
  ["what the system said is quoted", new Error("EIO: i/o error"), quote("EIO: i/o error")],
  [
    "the English of an act on a host is not quoted",
    new ActFailure("not_observed", "Not seen within 5 ms: mysql to be stopped."),
    message("act.failed"),
  ],
])("%s", (_what, error, told) => {
  expect(tellError(error)).toEqual(told);
});
