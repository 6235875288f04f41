import type { VipRequest } from "@primacy/contract";
import type { PluginHost, PluginServer, PluginUnit } from "@primacy/contract/agent";
import type { Finding } from "../check/build-check";
import { dropInCommand, ownDropInFile } from "./capability-drop-in";

interface Judged {
  readonly request: Pick<VipRequest, "restarts">;
  readonly host: PluginHost;
}

/** The capabilities that a running server lacks; without the first it could not bind, without the second not announce. */
export function listLacking({
  hasNetAdmin,
  hasNetRaw,
}: Pick<PluginServer, "hasNetAdmin" | "hasNetRaw">): readonly string[] {
  return [...(hasNetAdmin ? [] : ["CAP_NET_ADMIN"]), ...(hasNetRaw ? [] : ["CAP_NET_RAW"])];
}

/**
 * The unit whose server an apply gives its capabilities: only one that lacks some, only with a restart of it, and only where nothing of
 * somebody else has the drop-in's place; null: none.
 */
export function findUnitToMend(
  { restarts }: Pick<VipRequest, "restarts">,
  server: PluginServer | null,
): PluginUnit | null {
  const unit = server?.unit ?? null;
  if (restarts === undefined || server === null || unit === null || unit.dropIn === "other") return null;
  return listLacking(server).length === 0 ? null : unit;
}

/** What counts is what the process has in effect, whatever its file or its unit says. */
export function judgeCapabilities({ request, host: { server, serverCount } }: Judged): Finding {
  if (server === null)
    return {
      result: "fail",
      evidence: "check.plugin_capabilities.fail_servers",
      remedy: "check.plugin_capabilities.remedy_servers",
      params: { count: serverCount },
    };
  const lacking = listLacking(server);
  if (lacking.length === 0)
    return { result: "pass", evidence: "check.plugin_capabilities.pass", params: { pid: server.pid } };
  const unit = server.unit ?? null;
  const name = unit?.name ?? "mysql.service";
  const named = { unit: name, file: ownDropInFile(name), command: dropInCommand(name) };
  const params = { pid: server.pid, missing: lacking.join(", "), ...named };
  const mended = findUnitToMend(request, server);
  if (mended !== null) {
    const how = mended.dropIn === "same" ? "pass_same" : "pass_planned";
    return { result: "pass", evidence: `check.plugin_capabilities.${how}`, params };
  }
  const result = server.hasNetAdmin ? "warn" : "fail";
  if (unit !== null && request.restarts !== undefined)
    return {
      result,
      evidence: "check.plugin_capabilities.fail_other",
      remedy: "check.plugin_capabilities.remedy_other",
      params,
    };
  const canMend = unit !== null && unit.dropIn !== "other";
  const remedy = canMend ? "check.plugin_capabilities.remedy_restarts" : "check.plugin_capabilities.remedy";
  return { result, evidence: `check.plugin_capabilities.${result}`, remedy, params };
}
