import { type Check, type CheckReport, formatMessage, message } from "@primacy/contract";
import { expect, test } from "vitest";
import { nestReasons } from "./nest-reasons";

const silence = message("failure.agent_timeout", { host: "db2", seconds: 2, call: "status" });

function reportOf(reason: string): CheckReport {
  const check: Check = {
    code: "agent",
    title: message("check.agent.title"),
    hostId: null,
    hostName: "db2",
    result: "fail",
    evidence: message("check.agent.fail_unreachable", { reason, address: "10.0.0.2", port: 7433 }),
    remedy: message("check.agent.remedy_unreachable", { reason, address: "10.0.0.2", port: 7433 }),
    fix: null,
  };
  return { checks: [check], hasFailures: true, estimates: [] };
}

function inChinese({ checks }: CheckReport): string {
  return checks.map(({ evidence }) => formatMessage(evidence, "zh")).join();
}

test("why an agent is silent is told in the reader's language within a check, whose English text stays", () => {
  const report = reportOf(silence.text);
  const nested = nestReasons(report, [message("step.waiting"), silence]);
  expect(inChinese(nested)).toBe(`其代理没有应答：${formatMessage(silence, "zh")}`);
  expect(nested.checks[0]?.evidence.text).toBe(report.checks[0]?.evidence.text);
});

test("a reason that is no message of ours stays in the words of whoever gave it", () => {
  const empty = { code: "", params: {}, text: "" };
  expect(nestReasons(reportOf("RST from 10.0.0.2"), [silence, empty])).toEqual(reportOf("RST from 10.0.0.2"));
  expect(nestReasons(reportOf(""), [empty])).toEqual(reportOf(""));
});
