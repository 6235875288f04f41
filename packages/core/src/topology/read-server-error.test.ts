import { formatMessage, type Message, message, messageWith, quote } from "@primacy/contract";
import { expect, it } from "vitest";
import { buildCheck } from "../check/build-check";
import { agentServer } from "../check/host-rules";
import { tellServerError, wordOfServerError } from "./read-server-error";
import { idOf, mysqlOf, statusOf } from "./topology-snapshot.fixture";

const server = { address: "10.0.0.12", port: 3306 };

const said = (text: string, errorCode: string): Message => message("server.said", { said: text, errorCode });

it.each([
  [
    said("connect ECONNREFUSED 10.0.0.12:3306", "ECONNREFUSED"),
    "Nothing listens on 10.0.0.12:3306.",
    "10.0.0.12:3306 上没有程序在监听。",
    message("why.nothing_listens"),
  ],
  [
    said("connect ECONNREFUSED ::1:33062", "ECONNREFUSED"),
    "Nothing listens on [::1]:33062.",
    "[::1]:33062 上没有程序在监听。",
    message("why.nothing_listens"),
  ],
  [
    said("", "ECONNREFUSED"),
    "Nothing listens on 10.0.0.12:3306.",
    "10.0.0.12:3306 上没有程序在监听。",
    message("why.nothing_listens"),
  ],
  [
    message("server.no_answer", { limitMs: 1000 }),
    "The server gave no answer within 1 s.",
    "服务器在 1 秒内没有应答。",
    message("why.no_answer_within", { limitMs: 1000 }),
  ],
  [
    said("connect ETIMEDOUT", "ETIMEDOUT"),
    "The server gave no answer in time.",
    "服务器未及时应答。",
    message("why.no_answer"),
  ],
  [
    message("server.too_slow"),
    "The server gave no answer in time.",
    "服务器未及时应答。",
    message("why.no_answer"),
  ],
  [
    message("server.closed"),
    "The connection to the server was closed.",
    "与服务器的连接已被关闭。",
    message("why.connection_closed"),
  ],
  [
    said("connect EHOSTUNREACH 10.0.0.12:3306 - Local (10.0.0.11:0)", "EHOSTUNREACH"),
    "There is no route to 10.0.0.12:3306.",
    "没有到 10.0.0.12:3306 的路由。",
    message("why.no_route_to_host"),
  ],
  [
    said("connect ENETUNREACH 10.0.0.12:3306", "ENETUNREACH"),
    "There is no route to the network of 10.0.0.12:3306.",
    "没有到 10.0.0.12:3306 所在网络的路由。",
    message("why.no_route_to_network"),
  ],
  [
    said("getaddrinfo ENOTFOUND db-two", "ENOTFOUND"),
    "The name db-two is not known.",
    "名称 db-two 无法解析。",
    message("why.name_unknown"),
  ],
])("a lost server is told in words: %o", (error, english, chinese, word) => {
  const told = tellServerError(error, server);
  expect(told?.text).toBe(english);
  expect(told?.params.raw).toBe(error.text);
  expect(told === null ? "" : formatMessage(told, "zh")).toBe(chinese);
  expect(wordOfServerError(error)).toEqual(word);
});

it("the pre-check of an agent's own server says it in the same words", () => {
  const mysql = mysqlOf(1, {
    reach: "down",
    error: said("connect ECONNREFUSED 10.0.0.12:3306", "ECONNREFUSED"),
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
  const elsewhere = message("server.elsewhere", { address: "10.0.0.1" });
  for (const error of [
    elsewhere,
    said("Access denied", "ER_ACCESS_DENIED_ERROR"),
    quote("the server is gone"),
  ]) {
    expect(tellServerError(error, server)).toBeNull();
    expect(wordOfServerError(error)).toEqual(error);
  }
  const told = messageWith("topology.database_down", {}, { error: elsewhere });
  expect(formatMessage(told, "zh")).toBe(
    "其代理得不到 MySQL 服务器的应答：10.0.0.1 上的服务器在另一台主机上。",
  );
});
