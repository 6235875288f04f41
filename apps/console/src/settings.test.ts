import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";
import { readSettings, root, SettingsError } from "./settings";

it("an empty variable counts as absent", () => {
  const names = ["PRIMACY_DATA_DIR", "DATABASE_URL", "PRIMACY_LISTEN", "PORT", "PRIMACY_WORKER_PORT"];
  const more = ["PRIMACY_WORKER_LISTEN", "PRIMACY_TLS_CERT", "PRIMACY_TLS_KEY", "PRIMACY_MASTER_KEY_FILE"];
  expect(readSettings(Object.fromEntries([...names, ...more].map((name) => [name, ""])))).toEqual(
    readSettings({}),
  );
});

it("every value that cannot be used is told, together", () => {
  const env = {
    PORT: "x",
    PRIMACY_WORKER_PORT: "70000",
    DATABASE_URL: "mysql://a",
    PRIMACY_TLS_CERT: "a.pem",
  };
  const ask = (): unknown => readSettings(env);
  expect(ask).toThrow(SettingsError);
  for (const name of ["PORT", "PRIMACY_WORKER_PORT", "DATABASE_URL", "PRIMACY_TLS_KEY"]) {
    expect(ask).toThrow(name);
  }
});

it("web and worker cannot share a port", () => {
  expect(() => readSettings({ PORT: "4600", PRIMACY_WORKER_PORT: "4600" })).toThrow(/differ/);
});

it("a start with a wrong setting says so in one sentence and ends with 1", () => {
  const args = ["--import", "tsx", path.join(root, "apps/console/src/main.ts")];
  const env = { PATH: process.env.PATH, PORT: "x" };
  let printed: unknown;
  try {
    execFileSync(process.execPath, args, { cwd: root, env, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    printed = error;
  }
  expect(printed).toMatchObject({ status: 1, stderr: "PORT must be a port, 1 to 65535.\n" });
});
