import { familyOf, paramsWith } from "@primacy/contract";
import type { PluginPathTry } from "@primacy/contract/agent";
import type { Finding } from "../check/build-check";
import type { PathCheck } from "./path-checks";
import type { PluginPathSight, PluginPeer } from "./path-sight";
import type { PluginMemberSubject } from "./plugin-checks";

type Port = PluginMemberSubject & { readonly path: Extract<PluginPathSight, { kind: "port" }> };
type FailedTry = Extract<PluginPathTry, { kind: "failed" }>;

/** The pre-checks of releases whose plugins speak over a port of their own. */
export const portChecks: readonly PathCheck[] = [
  { code: "plugin_port", scope: "member", needs: "port", judge: free },
  { code: "plugin_port_path", scope: "member", needs: "port", judge: reach },
];

/** A plugin that cannot listen says so in the error log alone, and is loaded all the same. */
function free({ path: { port, isListening } }: Port): Finding {
  const params = { port };
  if (isListening === null)
    return {
      result: "warn",
      evidence: "check.plugin_port.warn",
      remedy: "check.plugin_port.remedy_untried",
      params,
    };
  return isListening
    ? { result: "fail", evidence: "check.plugin_port.fail", remedy: "check.plugin_port.remedy", params }
    : { result: "pass", evidence: "check.plugin_port.pass", params };
}

/** A host that answers at once that nobody listens there lets connections come as far as itself. */
function reach({ seen, path: { port, peers, tries } }: Port): Finding | readonly Finding[] {
  const names = peers.map(({ name }) => name).join(", ");
  if (tries === null)
    return {
      result: "warn",
      evidence: "check.plugin_port_path.warn",
      remedy: "check.plugin_port.remedy_untried",
      params: { peers: names, port },
    };
  const release = seen.server?.release;
  const takesAddresses =
    release !== undefined && release.kind !== "none" && release.release.name === "8.0.32-25";
  const closed = peers.flatMap((peer, at): Finding[] => {
    const one = tries[at];
    if (takesAddresses && familyOf(peer.host) === null)
      return [about(peer, port, "check.plugin_port_path.fail_address")];
    if (one?.kind !== "failed" || one.errorCode === "ECONNREFUSED") return [];
    return [closedBy(peer, port, one)];
  });
  if (closed.length > 0) return closed;
  return { result: "pass", evidence: "check.plugin_port_path.pass", params: { peers: names, port } };
}

function closedBy(peer: PluginPeer, port: number, { errorCode, told }: FailedTry): Finding {
  if (errorCode === "ETIMEDOUT") return about(peer, port, "check.plugin_port_path.fail_filtered");
  if (errorCode === "ENOTFOUND" || errorCode === "EAI_AGAIN")
    return about(peer, port, "check.plugin_port_path.fail_name");
  const finding = about(peer, port, "check.plugin_port_path.fail_other");
  return { ...finding, params: paramsWith(finding.params ?? {}, { reason: told }) };
}

type Evidence = `check.plugin_port_path.fail_${"address" | "filtered" | "name" | "other"}`;
const remedies = {
  "check.plugin_port_path.fail_address": "check.plugin_port_path.remedy_address",
  "check.plugin_port_path.fail_filtered": "check.plugin_port_path.remedy_filtered",
  "check.plugin_port_path.fail_name": "check.plugin_channel.remedy_name",
  "check.plugin_port_path.fail_other": "check.plugin_port_path.remedy_filtered",
} as const satisfies Record<Evidence, Finding["remedy"]>;

function about({ name, host }: PluginPeer, port: number, evidence: Evidence): Finding {
  return { result: "fail", evidence, remedy: remedies[evidence], params: { peer: name, host, port } };
}
