import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { formatMessage } from "@primacy/contract";
import type { ActingHost } from "@primacy/host-acts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tellError } from "../../message/told-error";
import { UndoFailure } from "../refusal";
import { ServiceAct } from "./service-act";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "service-act-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A host whose service manager takes every order, and whose service stays as it is: neither running nor stopped. */
const ran: string[] = [];
const host: ActingHost = {
  name: "db1",
  exec: async (argv) => {
    ran.push(argv.join(" "));
    return { exitCode: 0, stdout: "", stderr: "" };
  },
  tryExec: async () => ({ exitCode: 4, stdout: "", stderr: "" }),
  listProcesses: async () => [],
  readMounts: async () => "",
  listListeners: async () => [],
  signal: () => undefined,
};
const one = (act: "start" | "stop") => ({
  actionId: "a",
  action: { kind: "service" as const, service: "primacy-none", act },
  undo: { kind: "service" as const, before: act === "start" ? ("stopped" as const) : ("running" as const) },
});
const service = (): ServiceAct => new ServiceAct(host, folder, { settleMs: 20 });

test.each([
  ["start", "operator.service_not_running", "启动 20 毫秒后，primacy-none 仍未运行。"],
  ["stop", "operator.service_not_stopped", "停止 20 毫秒后，primacy-none 仍未结束。"],
] as const)("a service that does not %s is told by a code, in each language", async (act, code, zh) => {
  ran.length = 0;
  const told = await service()
    .perform(one(act))
    .then(() => null, tellError);
  expect(told).toMatchObject({ code, params: { service: "primacy-none", limitMs: 20 } });
  expect(ran).toHaveLength(1);
  expect(told && formatMessage(told, "zh")).toBe(zh);
});

test("nor does its undo quote English of ours", async () => {
  const undone = service().undo(one("stop"));
  await expect(undone).rejects.toBeInstanceOf(UndoFailure);
  await expect(undone).rejects.toMatchObject({
    told: { code: "operator.undo_failed", params: { "reason:": "operator.service_not_running" } },
  });
});
