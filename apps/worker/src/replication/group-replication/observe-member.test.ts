import { formatMessage, message, messageWith, paramsWith } from "@primacy/contract";
import { expect, test } from "vitest";
import { MysqlFailure } from "../../mysql/mysql-failure";
import { reasonOf } from "./observe-member";

const server = { address: "10.0.0.3", port: 3306 };

test.each([
  ["mysql_no_tls", {}, "db3 does not answer: it offers no TLS.", "db3 没有应答：它不提供 TLS。"],
  [
    "mysql_unreachable",
    { reason: "connect ECONNREFUSED 10.0.0.3:3306." },
    "db3 does not answer: connect ECONNREFUSED 10.0.0.3:3306.",
    "db3 没有应答：connect ECONNREFUSED 10.0.0.3:3306。",
  ],
  [
    "mysql_unreachable",
    paramsWith({}, { reason: message("why.no_answer_within", { limitMs: 4_000 }) }),
    "db3 does not answer: no answer within 4 s.",
    "db3 没有应答：4 秒内没有应答。",
  ],
] as const)(
  "a reason of ours is a word, and any other the server's own: %s",
  (code, params, english, chinese) => {
    const reason = reasonOf(new MysqlFailure(code, server, params));
    const told = messageWith("detail.member_waits", { member: "db3" }, { reason });
    expect([told.text, formatMessage(told, "zh")]).toEqual([english, chinese]);
  },
);
