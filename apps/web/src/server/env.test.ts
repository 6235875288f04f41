import { expect, it } from "vitest";
import { EnvironmentError, parseEnvironment } from "./env";

const url = "postgresql://primacy:secret@127.0.0.1:5432/primacy";

it("has a default for everything but the database", () => {
  const { env, secrets } = parseEnvironment({ DATABASE_URL: url, PRIMACY_TLS_CERT: "" });
  expect(env).toMatchObject({
    port: 4100,
    hostname: "127.0.0.1",
    tls: null,
    trustedProxies: [],
    logLevel: "info",
  });
  expect(secrets).toEqual({ databaseUrl: url, masterKey: null, masterKeyFile: null });
  expect(JSON.stringify(env)).not.toContain("secret");
});

it("names every problem at once and repeats no value", () => {
  const source = {
    DATABASE_URL: "mysql://secret",
    PORT: "0",
    PRIMACY_TRUSTED_PROXIES: "proxy",
    PRIMACY_LOG_LEVEL: "loud",
  };
  const parse = (): unknown => parseEnvironment(source);
  expect(parse).toThrow(EnvironmentError);
  for (const name of Object.keys(source)) expect(parse).toThrow(new RegExp(`^  ${name}: `, "m"));
  expect(parse).toThrow(/^(?!.*secret)/s);
});

it("wants certificate and key together", () => {
  expect(() => parseEnvironment({ DATABASE_URL: url, PRIMACY_TLS_CERT: "a.pem" })).toThrow(/belong together/);
  const { env } = parseEnvironment({
    DATABASE_URL: url,
    PRIMACY_TLS_CERT: "a.pem",
    PRIMACY_TLS_KEY: "b.pem",
  });
  expect(env.tls).toEqual({ certFile: "a.pem", keyFile: "b.pem" });
});
