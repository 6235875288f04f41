import { expect, test } from "vitest";
import { formatMessage, message, quote } from "../message";
import { ReportedMessage } from "./reported-message";

test("a message keeps its code, and one of an earlier build, which told text alone, is quoted", () => {
  const told = message("server.closed");
  expect(ReportedMessage.parse(told)).toEqual(told);
  expect(ReportedMessage.parse("the server is gone")).toEqual(quote("the server is gone"));
  expect(formatMessage(ReportedMessage.parse("the server is gone"), "zh")).toBe("the server is gone");
});
