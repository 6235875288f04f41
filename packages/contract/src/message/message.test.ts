import { describe, expect, it } from "vitest";
import { OperationKind } from "../operation/kinds";
import {
  findWithin,
  formatMessage,
  isMessageCode,
  joinMessages,
  message,
  messageWith,
  paramsWith,
} from "./message";
import { quote } from "./schema";

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
    [3_599_400, "59 min 59 s", "59 分钟 59 秒"],
    [3_599_600, "1 h", "1 小时"],
    [4_510_000, "1 h 15 min", "1 小时 15 分钟"],
    [86_399_000, "1 d", "1 天"],
    [100_000_000, "1 d 4 h", "1 天 4 小时"],
  ])("tells %d ms as a length of time that people read", (ms, english, chinese) => {
    const told = message("detail.primary", { member: "db2", ms });
    expect(told.text).toBe(`db2 is the primary, after ${english}.`);
    expect(formatMessage(told, "zh")).toBe(`${chinese}后 db2 成为主库。`);
    expect(told.params.ms).toBe(ms);
  });

  it("has another message within, in the reader's language, also where that one has one within", () => {
    const reason = message("failure.step_unknown", { code: "vip.sail" });
    const left = messageWith("failure.step_left", { number: 2 }, { reason });
    expect(left.text).toBe(`Step 2 could not be undone: ${reason.text}`);
    expect(left.params.reason).toBe(reason.text);
    expect(formatMessage(left, "zh")).toBe(`步骤 2 无法撤销：${formatMessage(reason, "zh")}`);
    const waiting = messageWith("step.retrying", {}, { reason: left });
    expect(formatMessage(waiting, "zh")).toBe(`等待重试。${formatMessage(left, "zh")}`);
    expect(waiting.text).toBe(`Waiting to try again. ${left.text}`);
  });

  it("is read as it was made where another version made it with other parameters", () => {
    const { code, text } = message("detail.primary", { member: "db2", ms: 41 });
    expect(formatMessage({ code, params: { server: "db2", ms: 41 }, text }, "zh")).toBe(text);
  });

  it("has the English text of a message within whose code is not known", () => {
    const reason = { code: "failure.of_tomorrow", params: {}, text: "Something new." };
    const told = messageWith("step.retrying", {}, { reason });
    expect(formatMessage(told, "zh")).toBe("等待重试。Something new.");
  });

  it("has the English text of a message within that another version made with other parameters", () => {
    const { code, text } = message("detail.primary", { member: "db2", ms: 41 });
    const reason = { code, params: { server: "db2", ms: 41 }, text };
    const told = messageWith("step.retrying", {}, { reason });
    expect(told.text).toContain(text);
    expect(formatMessage(told, "zh")).toBe(`等待重试。${text}`);
  });

  it("has several messages within one place, each in the reader's language, or none", () => {
    const reasons = [
      message("failure.mysql_no_tls", { address: "10.0.0.1", port: 3306 }),
      message("failure.mysql_unreachable", { address: "10.0.0.2", port: 3306, reason: "ECONNREFUSED" }),
      message("trust.no_host", { address: "10.0.0.3:3306" }),
    ];
    const told = messageWith("failure.agents_refused", { hosts: "db1" }, { reasons: joinMessages(reasons) });
    expect(told.text).toBe(
      `db1 did not accept the configuration of the cluster: ${reasons.map(({ text }) => text).join(" ")}`,
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
    expect(told.text).toBe(`A write through 10.0.0.9:1 failed: ${reason.text}`);
    expect(formatMessage(told, "zh")).toBe(`经 10.0.0.9:1 的写入未成功：${formatMessage(reason, "zh")}`);
    expect(formatMessage(reason, "zh")).toBe("10.0.0.1:1 上的服务器拒绝了语句：No right。");
  });

  it("lists names as the reader's script does", () => {
    const told = message("failure.vip_two_holders", { address: "10.0.0.9", hosts: "db1, db2" });
    expect(told.text).toBe("More than one host holds 10.0.0.9: db1, db2.");
    expect(formatMessage(told, "zh")).toBe("有多台主机持有 10.0.0.9：db1、db2。");
  });

  it("takes a word of ours in the reader's language, and what somebody else said as it is", () => {
    const chinese = (error: string): string =>
      formatMessage(message("topology.database_down", { error }), "zh");
    expect(chinese("no_answer")).toBe("其代理得不到 MySQL 服务器的应答：没有应答。");
    const said = "Access denied for user 'primacy_agent'";
    expect(chinese(said)).toBe(`其代理得不到 MySQL 服务器的应答：${said}。`);
    const quoted = messageWith("topology.database_down", {}, { error: quote(said) });
    expect(formatMessage(quoted, "zh")).toBe(chinese(said));
  });

  it("gives what stands within it, to be put within another", () => {
    const reason = message("why.no_answer_within", { limitMs: 3_000 });
    const told = messageWith("failure.host_unreachable", { host: "db1", address: "a", port: 22 }, { reason });
    expect(findWithin(told.params, "reason")).toEqual(reason);
    expect(findWithin({ reason: "no_answer" }, "reason")).toEqual(message("why.no_answer"));
    expect(findWithin({ reason: "Connection reset." }, "reason")).toEqual(quote("Connection reset."));
    expect(findWithin({}, "reason")).toBeNull();
  });

  it("has several names within one place as a list of the reader's script", () => {
    const left = [message("remains.process", { pid: 7 }), quote("/opt/primacy-agent")];
    const told = messageWith(
      "failure.agent_left",
      { host: "db1" },
      { what: joinMessages(left, "text.list") },
    );
    expect(told.text).toBe("Parts of the agent are left on db1: process 7, /opt/primacy-agent.");
    expect(formatMessage(told, "zh")).toBe("db1 上仍有代理的残留：进程 7、/opt/primacy-agent。");
  });

  it("has no space after a full-width stop, and one after English within", () => {
    const inner = message("failure.auth_failed", { host: "db1", user: "root", method: "password" });
    const nested = messageWith("trust.not_read", { address: "10.0.0.1:3306" }, { reason: inner });
    expect(formatMessage(nested, "zh")).not.toMatch(/。 /);
    const raw = message("trust.not_read", { address: "10.0.0.1:3306", reason: "Connection reset." });
    expect(formatMessage(raw, "zh")).toContain("Connection reset。请处理");
    const unknown = { code: "failure.of_tomorrow", params: {}, text: "Something new." };
    const both = joinMessages([unknown, inner]);
    expect(formatMessage(both, "zh")).toBe(`Something new. ${formatMessage(inner, "zh")}`);
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
