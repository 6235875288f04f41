import { familyOf, joinMessages, paramsWith } from "@primacy/contract";
import type { PluginHost } from "@primacy/contract/agent";
import type { Finding } from "../check/build-check";
import { given, missing, type Needs, nothing, type ScopedCheck } from "../check/run-checks";
import type { CheckedMember, VipCheckSnapshot } from "../check/snapshot";
import { judgeCapabilities } from "./capability-checks";
import { findDeviations } from "./desired-settings";
import { judgeFit, judgeLibrary, judgeNeeds, type KnownLibrary, knownLibrary } from "./library-checks";
import { judgeLoadLines } from "./load-lines";
import type { PluginMember, PluginSight } from "./plugin-sight";
import { longestNicName, variablePrefix } from "./plugin-variables";

/** What a pre-check of the plugin is about. */
export interface PluginSubject {
  readonly request: VipCheckSnapshot["request"];
  readonly plugin: PluginSight;
}

/** What one of a member is about. */
export interface PluginMemberSubject extends PluginSubject {
  readonly member: Pick<CheckedMember, "hostId" | "name">;
  readonly seen: PluginMember;
}

interface ClusterGiven {
  readonly nothing: object;
}

interface MemberGiven {
  readonly nothing: object;
  /** Its agent has said what it sees of the server. */
  readonly host: { readonly host: PluginHost };
  /** Its server has answered. */
  readonly server: { readonly server: NonNullable<PluginMember["server"]> };
  /** The one that is there, or that is to be placed there. */
  readonly library: { readonly library: KnownLibrary; readonly server: NonNullable<PluginMember["server"]> };
}

type PluginCheck = ScopedCheck<PluginSubject, ClusterGiven, PluginMemberSubject, MemberGiven>;

/** The pre-checks of the plugin, in the order of the report. */
export const pluginChecks: readonly PluginCheck[] = [
  { code: "plugin_account", scope: "cluster", needs: "nothing", judge: account },
  { code: "plugin_operator", scope: "member", needs: "nothing", judge: operator },
  { code: "plugin_release", scope: "member", needs: "server", judge: release },
  { code: "plugin_library", scope: "member", needs: "nothing", judge: judgeLibrary },
  { code: "plugin_fits", scope: "member", needs: "library", isQuiet: true, judge: judgeFit },
  { code: "plugin_needs", scope: "member", needs: "library", isQuiet: true, judge: judgeNeeds },
  { code: "plugin_capabilities", scope: "member", needs: "host", judge: judgeCapabilities },
  { code: "plugin_unused", scope: "member", needs: "server", judge: unused },
  { code: "plugin_load_line", scope: "member", needs: "nothing", judge: judgeLoadLines },
  { code: "plugin_nic", scope: "member", needs: "nothing", judge: nicName },
  { code: "plugin_family", scope: "member", needs: "server", isQuiet: true, judge: family },
  { code: "plugin_restart", scope: "member", needs: "server", isQuiet: true, judge: restart },
  { code: "plugin_values", scope: "member", needs: "nothing", judge: values },
  { code: "plugin_file", scope: "member", needs: "nothing", judge: file },
];

const noHost: Finding = { result: "skipped", evidence: "check.plugin_skipped_agent" };
const noServer: Finding = { result: "skipped", evidence: "check.skipped_no_server" };

/** Answers what the checks of the cluster need. */
export const pluginClusterNeeds: Needs<PluginSubject, ClusterGiven> = { nothing };

/** Answers what the checks of a member need. */
export const pluginMemberNeeds: Needs<PluginMemberSubject, MemberGiven> = {
  nothing,
  host: ({ seen: { host } }) => (host === null ? missing(noHost) : given({ host })),
  server: ({ seen: { server } }) => (server === null ? missing(noServer) : given({ server })),
  library: ({ seen, plugin }) => {
    const library = knownLibrary(seen, plugin.upload);
    return library === null || seen.server === null ? missing(null) : given({ library, server: seen.server });
  },
};

function account({ plugin }: PluginSubject): Finding {
  if (plugin.hasAdministrator) return { result: "pass", evidence: "check.plugin_account.pass" };
  return { result: "fail", evidence: "check.plugin_account.fail", remedy: "check.plugin_account.remedy" };
}

function operator({ seen: { operator: state, name } }: PluginMemberSubject): Finding {
  if (state === "running") return { result: "pass", evidence: "check.plugin_operator.pass" };
  if (state === null) return noHost;
  const remedy = state === "off" ? "check.plugin_operator.remedy" : "check.plugin_operator.remedy_silent";
  return { result: "fail", evidence: `check.plugin_operator.fail_${state}`, remedy, params: { host: name } };
}

function release({
  server: { version, release: sight },
}: PluginMemberSubject & MemberGiven["server"]): Finding {
  const params = { version, release: sight.kind === "none" ? "-" : sight.release.name };
  switch (sight.kind) {
    case "known":
      return { result: "pass", evidence: "check.plugin_release.pass", params };
    case "newer":
    case "foreign":
      return {
        result: "warn",
        evidence: `check.plugin_release.warn_${sight.kind}`,
        remedy: `check.plugin_release.remedy_${sight.kind}`,
        params,
      };
    case "none":
      return {
        result: "fail",
        evidence: "check.plugin_release.fail",
        remedy: "check.plugin_release.remedy",
        params,
      };
  }
}

/**
 * What somebody set up by hand is not overwritten. A plugin that does nothing is refused too: switched off again it would keep the
 * address, so that only one that this apply has loaded can be taken back.
 */
function unused({ server: { variables } }: PluginMemberSubject & MemberGiven["server"]): Finding {
  if (Object.keys(variables).length === 0) return { result: "pass", evidence: "check.plugin_unused.pass" };
  const address = variables[`${variablePrefix}mgr_vip_ip`] ?? "";
  const remedy = "check.plugin_unused.remedy";
  return address === ""
    ? { result: "fail", evidence: "check.plugin_unused.fail_idle", remedy }
    : { result: "fail", evidence: "check.plugin_unused.fail", remedy, params: { address } };
}

/** The plugin compares names by their beginning: `eth1` is `eth10` to it. */
function nicName({ seen: { nic, nics } }: PluginMemberSubject): Finding {
  if (nic === null) return { result: "skipped", evidence: "check.plugin_nic.skipped" };
  const remedy = "check.plugin_nic.remedy";
  if (nic.length > longestNicName) {
    const params = { nic, limit: longestNicName, length: nic.length };
    return { result: "fail", evidence: "check.plugin_nic.fail", remedy, params };
  }
  const alike = nics.filter((name) => name !== nic && name.startsWith(nic));
  const params = { nic, others: alike.join(", ") };
  return alike.length === 0
    ? { result: "pass", evidence: "check.plugin_nic.pass", params }
    : { result: "fail", evidence: "check.plugin_nic.fail_alike", remedy, params };
}

function family({
  request,
  server: { release: sight },
}: PluginMemberSubject & MemberGiven["server"]): Finding {
  const isIpv6 = familyOf(request.address) === 6;
  const params = { address: request.address, release: sight.kind === "none" ? "-" : sight.release.name };
  if (!isIpv6 || (sight.kind !== "none" && sight.release.hasIpv6))
    return { result: "pass", evidence: "check.plugin_family.pass", params };
  return {
    result: "fail",
    evidence: "check.plugin_family.fail",
    remedy: "check.plugin_family.remedy",
    params,
  };
}

/** The server reads its option files when it starts, and gives a plugin that is loaded later what they said then. */
function restart({
  request,
  seen: { settings, startValues, file: plan },
  server: { variables },
}: PluginMemberSubject & MemberGiven["server"]): readonly Finding[] {
  // Nobody knows what they say, and `plugin_file` fails for it.
  if (plan.kind === "unseen") return [];
  const unset = findDeviations(settings, variables).filter(({ isReadOnly }) => isReadOnly);
  const unwritten = new Set(findDeviations(unset, startValues).map(({ name }) => name));
  return unset.map(({ name, value, actual }): Finding => {
    const params = { name, value };
    const remedy = "check.plugin_restart.remedy";
    if (request.restarts !== undefined && actual === null)
      return { result: "pass", evidence: "check.plugin_restart.pass", params };
    return actual !== null || unwritten.has(name)
      ? { result: "fail", evidence: "check.plugin_restart.fail", remedy, params }
      : { result: "warn", evidence: "check.plugin_restart.warn", remedy, params };
  });
}

function values({ seen: { unfitLines } }: PluginMemberSubject): Finding | readonly Finding[] {
  if (unfitLines.length === 0) return { result: "pass", evidence: "check.plugin_values.pass" };
  return unfitLines.map(
    (line): Finding => ({
      result: "fail",
      evidence: "check.plugin_values.fail",
      remedy: "check.plugin_values.remedy",
      params: { ...line },
    }),
  );
}

/** A line that lacks `loose_` would keep the server from starting as soon as the plugin is unloaded. */
function file({ seen: { file: plan, lines } }: PluginMemberSubject): Finding | readonly Finding[] {
  const bare = lines.filter(({ isLoose }) => !isLoose);
  if (bare.length > 0)
    return bare.map(({ file: path, line, name }): Finding => {
      const remedy = "check.plugin_file.remedy_bare";
      return {
        result: "fail",
        evidence: "check.plugin_file.fail_bare",
        remedy,
        params: { file: path, line, name },
      };
    });
  switch (plan.kind) {
    case "planned":
      return { result: "pass", evidence: "check.plugin_file.pass", params: { file: plan.edit.file } };
    case "unchanged":
      return { result: "pass", evidence: "check.plugin_file.pass_unchanged" };
    case "unseen":
      return {
        result: "fail",
        evidence: "check.plugin_file.fail_unseen",
        remedy: "check.plugin_file.remedy_unseen",
        params: paramsWith({}, { reason: plan.reason }),
      };
    case "refused":
      return {
        result: "fail",
        evidence: "check.plugin_file.fail",
        remedy: "check.plugin_file.remedy",
        params: paramsWith({}, { reason: joinMessages(plan.reasons) }),
      };
  }
}
