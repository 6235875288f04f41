import { describe, expect, it } from "vitest";
import { OperationKind } from "../operation/operation";
import { formatMessage, isMessageCode, joinMessages, message, messageWith, paramsWith } from "./message";

describe("a message", () => {
  it("takes words for codes in the reader's language, so that API and page say the same", () => {
    const told = message("event.operation_finished", { operation: "vip.apply", outcome: "undone" });
    expect(told.text).toBe("Configuration of the VIP: undone.");
    expect(formatMessage(told, "zh")).toBe("配置 VIP：已撤销。");
  });

  it.each([
    [0, "0 ms", "0 毫秒"],
    [41, "41 ms", "41 毫秒"],
    [182.43, "182 ms", "182 毫秒"],
    [999.6, "1 s", "1 秒"],
    [6500, "6.5 s", "6.5 秒"],
    [6512, "6.51 s", "6.51 秒"],
    [21_634, "21.6 s", "21.6 秒"],
    [59_960, "1 min", "1 分钟"],
    [125_000, "2 min 5 s", "2 分钟 5 秒"],
  ])("tells %d ms as a length of time that people read", (ms, english, chinese) => {
    const told = message("detail.primary", { member: "db2", ms });
    expect(told.text).toBe(`db2 is the primary, after ${english}.`);
    expect(formatMessage(told, "zh")).toBe(`${chinese}后 db2 成为主库。`);
    expect(told.params.ms).toBe(ms);
  });

  it("has another message within, in the reader's language, also where that one has one within", () => {
    const reason = message("failure.step_unknown", { code: "vip.sail" });
    const left = messageWith("failure.step_left", { number: 2 }, { reason });
    expect(left.text).toBe(`Step 2 could not be taken back: ${reason.text}`);
    expect(left.params.reason).toBe(reason.text);
    expect(formatMessage(left, "zh")).toBe(`步骤 2 无法撤销：${formatMessage(reason, "zh")}`);
    const waiting = messageWith("step.retrying", {}, { reason: left });
    expect(formatMessage(waiting, "zh")).toBe(`等待重试。${formatMessage(left, "zh")}`);
    expect(waiting.text).toBe(`Waiting to try again. ${left.text}`);
  });

  it("has the English text of a message within whose code is not known", () => {
    const reason = { code: "failure.of_tomorrow", params: {}, text: "Something new." };
    const told = messageWith("step.retrying", {}, { reason });
    expect(formatMessage(told, "zh")).toBe("等待重试。Something new.");
  });

  it("has several messages within one place, each in the reader's language, or none", () => {
    const reasons = [
      message("failure.mysql_no_tls", { address: "10.0.0.1", port: 3306 }),
      message("failure.mysql_unreachable", { address: "10.0.0.2", port: 3306, reason: "ECONNREFUSED" }),
      message("trust.no_host", { address: "10.0.0.3:3306" }),
    ];
    const told = messageWith("failure.agents_refused", { hosts: "db1" }, { reasons: joinMessages(reasons) });
    expect(told.text).toBe(
      `db1 did not take the cluster's configuration: ${reasons.map(({ text }) => text).join(" ")}`,
    );
    const chinese = reasons.map((reason) => formatMessage(reason, "zh"));
    expect(formatMessage(told, "zh")).toBe(`db1 没有接受集群的配置：${chinese.join("")}`);
    const none = messageWith("failure.agents_refused", { hosts: "db1" }, { reasons: joinMessages([]) });
    expect(formatMessage(none, "zh")).toBe("db1 没有接受集群的配置：");
    expect(joinMessages(reasons.slice(0, 1))).toEqual(reasons[0]);
  });

  it("has the same within where only its parameters are handed on", () => {
    const reason = message("failure.step_unknown", { code: "vip.sail" });
    const told = message("failure.step_left", paramsWith({ number: 2 }, { reason }));
    expect(told).toEqual(messageWith("failure.step_left", { number: 2 }, { reason }));
  });

  it("ends with one full stop where a sentence ends within another", () => {
    const reason = message("failure.mysql_statement", { address: "10.0.0.1", port: 1, reason: "No right." });
    expect(reason.text).toBe("The server at 10.0.0.1:1 refused a statement: No right.");
    const told = messageWith("failure.vip_write", { address: "10.0.0.9", port: 1 }, { reason });
    expect(told.text).toBe(`A write through 10.0.0.9:1 did not succeed: ${reason.text}`);
    expect(formatMessage(told, "zh")).toBe(`经 10.0.0.9:1 的写入未成功：${formatMessage(reason, "zh")}`);
    expect(formatMessage(reason, "zh")).toBe("10.0.0.1:1 上的服务器拒绝了语句：No right。");
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
