import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AgentBootstrap } from "@primacy/contract/agent";
import { expect, onTestFinished, test } from "vitest";
import { createFileLog } from "../log/log";
import { planLayout } from "../store/layout";
import { createTestAuthority } from "../testing/test-authority";
import { openHostOperator, useHostOperator } from "./open-host-operator";

test("a host operator that cannot read what it keeps leaves the right to whoever tries next", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "open-host-operator-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const layout = planLayout(folder, path.join(folder, "state"), path.join(folder, "run"));
  mkdirSync(path.dirname(layout.operatorEpochsFile), { recursive: true });
  const authority = await createTestAuthority();
  const hostId = randomUUID();
  const { consoleId } = authority;
  const { keyPem, certificatePem } = await authority.issue({ kind: "host", consoleId, hostId });
  const bootstrap: AgentBootstrap = {
    ...{ hostId, consoleId, hostName: "db1" },
    ...{ listenAddress: "127.0.0.1", port: 7433 },
  };
  for (const [file, text] of [
    [layout.bootstrapFile, JSON.stringify(bootstrap)],
    [layout.keyFile, keyPem],
    [layout.certificateFile, certificatePem],
    [layout.authorityFile, authority.caPem],
    [layout.operatorEpochsFile, "{}"],
  ] as const)
    writeFileSync(file, text, { mode: 0o600 });
  const log = createFileLog(layout.operatorLogFile);

  chmodSync(layout.operatorEpochsFile, 0o644);
  for (let time = 1; time <= 2; time += 1)
    await expect(openHostOperator(layout, log)).rejects.toMatchObject({ code: "EPERM" });
  chmodSync(layout.operatorEpochsFile, 0o600);
  expect(await useHostOperator(layout, async (operator) => (await operator.report()).state)).toBe("running");
});
