import { formatMessage } from "@primacy/contract";
import { expect, it } from "vitest";
import { buildCheck } from "../check/build-check";
import { agentServer } from "../check/host-rules";
import { tellServerError, wordOfServerError } from "./read-server-error";
import { idOf, mysqlOf, statusOf } from "./topology-snapshot.fixture";

const server = { address: "10.0.0.12", port: 3306 };

it.each([
  [
    "connect: connect ECONNREFUSED 10.0.0.12:3306 (ECONNREFUSED)",
    "Nothing listens on 10.0.0.12:3306.",
    "10.0.0.12:3306 上没有程序在监听。",
    "nothing_listens",
  ],
  [
    "connect: connect ECONNREFUSED ::1:33062 (ECONNREFUSED)",
    "Nothing listens on [::1]:33062.",
    "[::1]:33062 上没有程序在监听。",
    "nothing_listens",
  ],
  [
    "connect:  (ECONNREFUSED)",
    "Nothing listens on 10.0.0.12:3306.",
    "10.0.0.12:3306 上没有程序在监听。",
    "nothing_listens",
  ],
  [
    "connect: no answer within 1000 ms (ETIMEDOUT)",
    "The server gave no answer within 1 s.",
    "服务器在 1 秒内没有应答。",
    "no answer within 1000 ms",
  ],
  [
    "connect: connect ETIMEDOUT (ETIMEDOUT)",
    "The server gave no answer in time.",
    "服务器未及时应答。",
    "no_answer",
  ],
  ["query: destroyed (ECONNRESET)", "The server gave no answer in time.", "服务器未及时应答。", "no_answer"],
  [
    "query: the server closed the connection (ECONNRESET)",
    "The connection to the server was closed.",
    "与服务器的连接已被关闭。",
    "connection_closed",
  ],
  [
    "connect: connect EHOSTUNREACH 10.0.0.12:3306 - Local (10.0.0.11:0) (EHOSTUNREACH)",
    "There is no route to 10.0.0.12:3306.",
    "没有到 10.0.0.12:3306 的路由。",
    "no_route_to_host",
  ],
  [
    "connect: connect ENETUNREACH 10.0.0.12:3306 (ENETUNREACH)",
    "There is no route to the network of 10.0.0.12:3306.",
    "没有到 10.0.0.12:3306 所在网络的路由。",
    "no_route_to_network",
  ],
  [
    "connect: getaddrinfo ENOTFOUND db-two (ENOTFOUND)",
    "The name db-two is not known.",
    "名称 db-two 无法解析。",
    "name_unknown",
  ],
])("a lost server is told in words: %s", (error, english, chinese, word) => {
  const told = tellServerError(error, server);
  expect(told?.text).toBe(english);
  expect(told?.params.raw).toBe(error);
  expect(told === null ? "" : formatMessage(told, "zh")).toBe(chinese);
  expect(wordOfServerError(error)).toBe(word);
});

it("the pre-check of an agent's own server says it in the same words", () => {
  const mysql = mysqlOf(1, {
    reach: "down",
    error: "connect: connect ECONNREFUSED 10.0.0.12:3306 (ECONNREFUSED)",
    members: [],
  });
  const member = {
    ...server,
    memberId: idOf(1),
    serverUuid: idOf(1),
    hostId: idOf(1),
    name: "db1",
    agentAddress: "10.0.0.12",
    agentPort: 7433,
    sight: { kind: "unreachable", reason: "-" },
  } as const;
  const finding = agentServer({ member, status: statusOf(1, { mysql }) });
  expect(buildCheck("agent_server", member, finding).evidence.text).toMatch(
    /: Nothing listens on 10\.0\.0\.12:3306\.$/,
  );
});

it("what is none of the common errors stands as it was reported", () => {
  const error = "connect: the server at 10.0.0.1 is on another host (ENOTLOCAL)";
  expect(tellServerError(error, server)).toBeNull();
  expect(wordOfServerError(`${error}.`)).toBe(error);
});
