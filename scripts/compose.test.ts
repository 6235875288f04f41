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

it("web and worker start only once the migration has ended well, and it only once PostgreSQL is healthy", () => {
  const config = configure({ POSTGRES_PASSWORD: "a", PRIMACY_MASTER_KEY: "b" });
  const services = new Map(
    config
      .slice(config.indexOf("services:\n"), config.indexOf("\nvolumes:"))
      .split(/^ {2}(?=\w+:$)/m)
      .map((part) => [part.slice(0, part.indexOf(":")), part.replace(/\s+/g, " ")]),
  );
  const migrated = "depends_on: migrate: condition: service_completed_successfully";
  expect(services.get("migrate")).toContain("depends_on: postgres: condition: service_healthy");
  expect(services.get("web")).toContain(migrated);
  expect(services.get("worker")).toContain(migrated);
  expect(services.get("postgres")).toContain("- pg_isready");
  expect(services.get("web")).toContain("127.0.0.1:4100/healthz");
  expect(services.get("worker")).toContain("127.0.0.1:4101/healthz");
  expect(services.get("worker")).toContain("PRIMACY_WORKER_LISTEN: 0.0.0.0");
});

it("the console answers this machine alone, unless another address is named", () => {
  const secrets = { POSTGRES_PASSWORD: "a", PRIMACY_MASTER_KEY: "b" };
  expect(configure(secrets)).toMatch(/127\.0\.0\.1:4100:4100|host_ip: 127\.0\.0\.1/);
  const named = configure({ ...secrets, PRIMACY_PUBLISH: "192.0.2.1" });
  expect(named).toMatch(/192\.0\.2\.1:4100:4100|host_ip: 192\.0\.2\.1/);
});

it("docker-compose.yml refuses to start without its secrets", () => {
  expect(() => configure({})).toThrow(/POSTGRES_PASSWORD/);
});
