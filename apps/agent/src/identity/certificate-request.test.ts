// The library that reads requests needs this before it is loaded.
import "reflect-metadata";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Pkcs10CertificateRequest } from "@peculiar/x509";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StoreError } from "../store/durable-file";
import { makeCertificateRequest } from "./certificate-request";

let folder: string;
let keyFile: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "request-"));
  keyFile = path.join(folder, "agent.key");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = async (name: string): Promise<Pkcs10CertificateRequest> =>
  new Pkcs10CertificateRequest(await makeCertificateRequest(keyFile, name));

test("a request is signed by the key that it makes, names the host, and leaves the key to its user alone", async () => {
  const request = await read("db1");
  expect(await request.verify()).toBe(true);
  expect(request.subject).toBe("CN=db1");
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
});

test("another request is for the same key", async () => {
  const [first, second] = [await read("db1"), await read("db2")];
  expect(second.subject).toBe("CN=db2");
  expect(second.publicKey.toString("pem")).toBe(first.publicKey.toString("pem"));
});

test("a request whose text was changed is not signed by its key", async () => {
  const raw = new Uint8Array((await read("db1")).rawData);
  const place = Buffer.from(raw).indexOf("db1");
  raw[place + 2] = "2".charCodeAt(0);
  const changed = new Pkcs10CertificateRequest(raw);
  expect(changed.subject).toBe("CN=db2");
  expect(await changed.verify()).toBe(false);
});

test("a key file that holds no key gives no request, and stays as it is", async () => {
  writeFileSync(keyFile, "not a key\n", { mode: 0o600 });
  await expect(makeCertificateRequest(keyFile, "db1")).rejects.toThrow();
  expect(readFileSync(keyFile, "utf8")).toBe("not a key\n");
});

test("without a folder for the key there is no request", async () => {
  const file = path.join(folder, "none", "agent.key");
  await expect(makeCertificateRequest(file, "db1")).rejects.toBeInstanceOf(StoreError);
});
