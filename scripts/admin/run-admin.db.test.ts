import { execFile } from "node:child_process";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { systemActor } from "@primacy/db";
import { openTestDatabase, TEST_MASTER_KEY, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestWorker } from "../../apps/worker/src/testing/test-worker";
import { root } from "../lib/run.mjs";
import { type AdminOutcome, runAdmin } from "./run-admin";

const folder = mkdtempSync(path.join(tmpdir(), "primacy-admin-"));
const before = "tall blue kettle";
let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.database.transact(systemActor("test"), async (unit) => {
    await unit.users.create({ name: "Ada", role: "admin", password: before });
    await unit.users.create({ name: "vi", role: "viewer", password: before });
  });
});
afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

const own = (): NodeJS.ProcessEnv => ({
  DATABASE_URL: opened.url,
  PRIMACY_MASTER_KEY: TEST_MASTER_KEY,
  PRIMACY_DATA_DIR: folder,
});
const admin = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<AdminOutcome> =>
  runAdmin(args, { ...own(), ...env });

const isPasswordOf = async (name: string, password: string): Promise<boolean> =>
  (await opened.database.users.findByPassword(name, password)) !== null;

const printed = /^The password of (\S+) is now:\n\n {2}(.+)\n+$/;

it("gives the user who is named a new password and prints it, and changes nobody where nobody is", async () => {
  const unknown = await admin(["reset-password", "--user", "nobody"]);
  expect(unknown.code).toBe(1);
  expect(unknown.text).toContain("There is no user nobody.");
  expect([await isPasswordOf("ada", before), await isPasswordOf("vi", before)]).toEqual([true, true]);

  const { code, text } = await admin(["reset-password", "--user", "VI"]);
  expect(code).toBe(0);
  const [, name, password = ""] = printed.exec(text) ?? [];
  expect(name).toBe("vi");
  expect([await isPasswordOf("vi", password), await isPasswordOf("vi", before)]).toEqual([true, false]);
  expect(await isPasswordOf("ada", before), "nobody else's").toBe(true);
});

it("is the program that npm starts, with what it prints and its exit code", async () => {
  const start = promisify(execFile);
  const program = ["--import", "tsx", path.join(root, "scripts/admin/main.ts")];
  const env = { ...process.env, ...own() };
  const [reset, wrong] = await Promise.all([
    start(process.execPath, [...program, "reset-password"], { cwd: root, env }),
    start(process.execPath, [...program, "reset"], { cwd: root, env }).catch((error: unknown) => error),
  ]);
  const [, name, password = ""] = printed.exec(reset.stdout) ?? [];
  expect([name, reset.stderr]).toEqual(["Ada", ""]);
  expect(await isPasswordOf("Ada", password)).toBe(true);
  expect(wrong).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("usage: npm run admin"),
  });
});

it("writes what Prometheus reads agents' metrics with, once the console has an authority", async () => {
  const out = path.join(folder, "prometheus");
  const early = await admin(["metrics-certificate", "--out", out]);
  expect(early).toMatchObject({ code: 1, text: expect.stringContaining("start it once") });
  expect(readdirSync(folder)).toEqual([]);

  await createTestWorker(opened.database).consoleCertificates.load();
  expect(await admin(["metrics-certificate", "--out", out])).toMatchObject({ code: 0 });
  const read = (name: string): string => readFileSync(path.join(out, name), "utf8");
  const certificate = new X509Certificate(read("metrics.crt"));
  expect(certificate.subjectAltName).toMatch(/^URI:spiffe:\/\/primacy\/[0-9a-f-]{36}\/metrics$/);
  expect(certificate.checkIssued(new X509Certificate(read("ca.crt")))).toBe(true);
  expect(certificate.checkPrivateKey(createPrivateKey(read("metrics.key")))).toBe(true);
  expect(statSync(path.join(out, "metrics.key")).mode & 0o777).toBe(0o600);
});

it.each([
  [[]],
  [["reset-password", "vi"]],
  [["reset-password", "--out", folder]],
  [["metrics-certificate"]],
  [["metrics-certificate", "--out", folder, "--user", "vi"]],
  [["reset-password", "--usr", "vi"]],
])("says how it is called, and opens nothing: %j", async (args) => {
  const ended = await admin(args, {
    DATABASE_URL: "postgresql://127.0.0.1:1/none",
    PRIMACY_MASTER_KEY: "none",
  });
  expect(ended).toMatchObject({ code: 2, text: expect.stringContaining("usage: npm run admin") });
});

it("says where no console is, and what of the environment is wrong", async () => {
  const nowhere = await admin(["reset-password"], { PRIMACY_MASTER_KEY: "" });
  expect(nowhere).toMatchObject({
    code: 1,
    text: expect.stringContaining(`There is no console in ${folder}`),
  });
  const wrong = await admin(["reset-password"], { DATABASE_URL: "mysql://none" });
  expect(wrong).toEqual({ code: 1, text: "DATABASE_URL must begin with postgresql://." });
});
