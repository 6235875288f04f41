import { formatMessage, message } from "@primacy/contract";
import { expect, test } from "vitest";
import { StepFailure } from "../operation/failure";
import { expectTaken } from "./reconcile-agents";

test("why agents did not take their configuration is told in the reader's language, each reason once", () => {
  const busy = message("failure.agent_refused", { host: "db1", code: "busy", details: "-" });
  const unknown = message("failure.unknown_peers", { host: "db3", hosts: "db9" });
  const refused = [
    { hostName: "db1", reason: busy },
    { hostName: "db2", reason: busy },
    { hostName: "db3", reason: unknown },
  ];
  expect(() => expectTaken({ refused: [] })).not.toThrow();
  try {
    expectTaken({ refused });
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    expect(error.explanation.text).toContain(`${busy.text} ${unknown.text}`);
    expect(formatMessage(error.explanation, "zh")).toBe(
      `db1、db2、db3 没有接受集群的配置：${formatMessage(busy, "zh")}${formatMessage(unknown, "zh")}`,
    );
  }
});
