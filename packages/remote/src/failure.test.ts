import { formatMessage, message } from "@primacy/contract";
import { expect, test } from "vitest";
import { ConnectionBroken, toUnreachable, unreachable } from "./connection/connect-failure";
import { CommandFailure } from "./failure";

const target = { name: "db1", address: "10.0.0.1", port: 22 };
const ran = { command: "true", exitCode: 1, signal: null, stderr: "" };

test.each([
  [unreachable(target, Object.assign(new Error("x"), { code: "ECONNREFUSED" })), "连接被拒绝"],
  [unreachable(target, new ConnectionBroken()), "连接中断"],
  [toUnreachable(target, message("why.no_answer_within", { limitMs: 10_000 })), "10 秒内没有应答"],
  [
    unreachable(target, new Error("Timed out while waiting for handshake")),
    "Timed out while waiting for handshake",
  ],
])("why a host cannot be reached is a code of ours, or what was said, quoted: %#", (failure, reason) => {
  expect(formatMessage(failure.explanation, "zh")).toBe(
    `无法通过 SSH 连接 db1（10.0.0.1:22）：${reason}。请检查地址、端口和防火墙后重试。`,
  );
});

test.each([
  [{ ...ran, stderr: "no space" }, "db1 上的命令失败：true（退出码 1）。no space"],
  [{ ...ran, exitCode: null, signal: "KILL" }, "db1 上的命令失败：true（信号 KILL）。"],
  [
    { ...ran, problem: message("why.file_not_regular", { path: "/x" }) },
    "db1 上的命令失败：true（退出码 1）。/x 不是普通文件，或无法查看",
  ],
])("a command that failed is told in the reader's language, with what it said: %#", (how, chinese) => {
  expect(formatMessage(new CommandFailure("db1", how).explanation, "zh")).toBe(chinese);
});
