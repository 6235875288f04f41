import { formatMessage } from "@primacy/contract";
import { expect, test } from "vitest";
import { isUntrusted, toMysqlFailure } from "./mysql-failure";

const server = { address: "10.0.0.1", port: 3306 };

/** As mysql2 passes them on: it gives every error of the handshake the same code. */
function handshakeError(text: string, more: object = {}): Error {
  return Object.assign(new Error(text), { code: "HANDSHAKE_SSL_ERROR", fatal: true, ...more });
}

test.each([
  "self-signed certificate in certificate chain",
  "unable to verify the first certificate",
  "unable to get local issuer certificate",
  "certificate has expired",
])(
  "a certificate that cannot be verified (%s) is a failure of its own that trying again does not help",
  (text) => {
    const failure = toMysqlFailure(server, "primacy_admin", handshakeError(text));
    expect(failure).toMatchObject({ code: "mysql_untrusted", retryable: false });
    expect(isUntrusted(failure)).toBe(true);
    expect(failure.message).toContain("refresh the cluster");
    expect(formatMessage(failure.explanation, "zh")).toContain("请刷新集群");
  },
);

test("a handshake that broke, or a protocol that does not fit, says nothing about who answered", () => {
  for (const error of [
    handshakeError("Client network socket disconnected before secure TLS connection was established"),
    handshakeError("write EPROTO: tlsv1 alert bad certificate", { library: "SSL routines" }),
  ])
    expect(toMysqlFailure(server, "primacy_admin", error)).toMatchObject({ code: "mysql_unreachable" });
});
