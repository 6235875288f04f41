import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "../connection/connect";
import { CommandFailure } from "../failure";
import { startTestSshd, type TestSshd } from "../testing/test-sshd";
import { readCertificates } from "./read-certificates";

const signal = new AbortController().signal;
let sshd: TestSshd;

beforeAll(async () => {
  sshd = await startTestSshd();
});
afterAll(() => sshd?.stop());

async function read(file: string): Promise<string> {
  const signIn = { kind: "key" as const, privateKey: sshd.key.privateKey };
  const address = { name: "loopback", address: "127.0.0.1", port: sshd.port };
  const session = await connect({ ...address, user: "root", signIn, hostKey: sshd.hostKey }, { signal });
  try {
    return await readCertificates(session, file, signal);
  } finally {
    session.close();
  }
}

test("certificates are read from a file, also through a link", async () => {
  const file = path.join(sshd.folder, "ca.pem");
  const self = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  const key = path.join(sshd.folder, "key.pem");
  execFileSync("openssl", [...self, "-subj", "/CN=ca", "-keyout", key, "-out", file], { stdio: "ignore" });
  const link = path.join(sshd.folder, "link.pem");
  symlinkSync(file, link);
  expect(await read(file)).toBe(readFileSync(file, "utf8"));
  expect(await read(link)).toBe(readFileSync(file, "utf8"));
  expect(await read(key)).toBe("");
});

test("what is no file is not opened: neither a device, nor a FIFO that nobody writes to, nor nothing", async () => {
  const fifo = path.join(sshd.folder, "fifo");
  execFileSync("mkfifo", [fifo]);
  for (const file of [fifo, "/dev/zero", sshd.folder, path.join(sshd.folder, "absent")]) {
    const failure = await read(file).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CommandFailure);
    expect(failure).toMatchObject({
      command: `test -f ${file}`,
      exitCode: 1,
      said: { code: "why.file_not_regular", params: { path: file } },
    });
  }
});
