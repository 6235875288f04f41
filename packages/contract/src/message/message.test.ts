import { describe, expect, it } from "vitest";
import { OperationKind } from "../operation/operation";
import { formatMessage, isMessageCode, message } from "./message";

describe("a message", () => {
  it("takes words for codes in the reader's language, so that API and page say the same", () => {
    const told = message("event.operation_finished", { operation: "vip.apply", outcome: "undone" });
    expect(told.text).toBe("Configuration of the VIP: taken back.");
    expect(formatMessage(told, "zh")).toBe("配置 VIP：已撤销。");
  });

  it("has a word for every kind of operation", () => {
    expect(OperationKind.options.filter((kind) => !isMessageCode(`work.${kind}`))).toEqual([]);
  });

  it("shows a value without a word as it is, and the English text of a code that is not known", () => {
    expect(message("event.operation_finished", { operation: "new.kind", outcome: "failed" }).text).toBe(
      "new.kind: failed.",
    );
    expect(formatMessage({ code: "event.of_tomorrow", params: {}, text: "Something new." }, "zh")).toBe(
      "Something new.",
    );
  });
});
