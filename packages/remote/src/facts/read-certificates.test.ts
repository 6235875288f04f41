import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { keepCertificates } from "./read-certificates";

test("of a file only its certificates are taken, whatever else is in it", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "primacy-pem-"));
  try {
    const [key, certificate] = [path.join(folder, "key.pem"), path.join(folder, "ca.pem")];
    const self = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
    execFileSync("openssl", [...self, "-subj", "/CN=ca", "-keyout", key, "-out", certificate], {
      stdio: "ignore",
    });
    const pem = readFileSync(certificate, "utf8");
    const broken = pem.replace(/\n[A-Za-z0-9+/]{8}/, "\nAAAAAAAA");
    const mixed = `root:x:0:0\n${readFileSync(key, "utf8")}${pem}text\n${broken}${pem}`;
    expect(keepCertificates(mixed)).toBe(`${pem}${pem}`);
    expect(keepCertificates("root:x:0:0\n")).toBe("");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
