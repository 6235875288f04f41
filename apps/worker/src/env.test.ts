import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { EnvironmentError, parseEnvironment } from "./env";

const url = "postgresql://user:hidden@127.0.0.1:5432/primacy";

test("what is not said has a default, and an empty variable says nothing", () => {
  const { env, secrets } = parseEnvironment({
    DATABASE_URL: url,
    PRIMACY_WORKER_PORT: "",
    PRIMACY_MASTER_KEY: "",
  });
  expect(env).toMatchObject({ port: 4101, listenAddress: "127.0.0.1", logLevel: "info" });
  expect(secrets).toEqual({ databaseUrl: url, masterKey: undefined, masterKeyPath: ".data/master.key" });
});

test("the package that is installed by default is the one that the agent's build makes", async () => {
  const build = await readFile(new URL("../../agent/build/build.mjs", import.meta.url), "utf8");
  const { env } = parseEnvironment({ DATABASE_URL: url });
  expect(path.dirname(env.agentPackagePath)).toBe("apps/agent/dist");
  expect(build).toContain(`path.join(dist, "${path.basename(env.agentPackagePath)}")`);
});

test("every problem is told at once, and no value is repeated", () => {
  const attempt = (): unknown =>
    parseEnvironment({ DATABASE_URL: "mysql://user:hidden@x/y", PRIMACY_WORKER_PORT: "99999" });
  expect(attempt).toThrow(EnvironmentError);
  try {
    attempt();
  } catch (error) {
    expect(String(error)).toContain("DATABASE_URL");
    expect(String(error)).toContain("PRIMACY_WORKER_PORT");
    expect(String(error)).not.toContain("hidden");
  }
});
