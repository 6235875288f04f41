import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

function configure(env: NodeJS.ProcessEnv): string {
  return execFileSync("docker-compose", ["config"], {
    cwd: root,
    encoding: "utf8",
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

it("docker-compose.yml is well formed and starts PostgreSQL, web and worker", () => {
  const config = configure({ POSTGRES_PASSWORD: "a", PRIMACY_MASTER_KEY: "b" });
  for (const service of ["postgres:", "web:", "worker:"]) expect(config).toContain(`  ${service}`);
});

it("docker-compose.yml refuses to start without its secrets", () => {
  expect(() => configure({})).toThrow(/POSTGRES_PASSWORD/);
});
