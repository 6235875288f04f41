import { type Check, type CheckReport, paramsWith } from "@primacy/contract";
import type { Finding } from "../../check/build-check";
import { type DeclaredCheck, type Needs, nothing, runCheck } from "../../check/run-checks";
import { judgeOperator, judgePorts, judgeProgram, type NeededProgram } from "../host-findings";
import { judgeFile, type ProxyFile, proxyFiles } from "./judge-file";
import type { CheckedMemberHost, HaproxyHost, HaproxySnapshot, SeenFile } from "./snapshot";

interface HostSubject {
  readonly host: HaproxyHost;
  readonly all: HaproxySnapshot;
}

interface Nothing {
  readonly nothing: object;
}

/** `http-check expect` and `init-addr` are older; packages of supported systems have newer ones. */
const haproxy: NeededProgram = { program: "haproxy", title: "HAProxy", package: "haproxy", least: "2.0" };
/** Older ones have no track scripts as another user than root by their configuration. */
const keepalived: NeededProgram = {
  program: "keepalived",
  title: "Keepalived",
  package: "keepalived",
  least: "2.0",
};

/** The checks of each host of the proxy, in the order of the report. */
export const haproxyHostChecks: readonly DeclaredCheck<HostSubject, Nothing>[] = [
  { code: "proxy_operator", needs: "nothing", judge: ({ host }) => judgeOperator(host) },
  { code: "haproxy_program", needs: "nothing", judge: ({ host }) => judgeProgram(host, haproxy) },
  { code: "keepalived_program", needs: "nothing", judge: ({ host }) => judgeProgram(host, keepalived) },
  { code: "haproxy_file", needs: "nothing", judge: (subject) => judgeFileOf("haproxy", subject) },
  { code: "keepalived_file", needs: "nothing", judge: (subject) => judgeFileOf("keepalived", subject) },
  {
    code: "proxy_ports",
    needs: "nothing",
    judge: ({ host, all }) => judgePorts(host, Object.values(all.request.ports)),
  },
  { code: "haproxy_network", needs: "nothing", judge: network },
];

/** The checks of each host with a member. */
export const haproxyMemberChecks: readonly DeclaredCheck<{ readonly member: CheckedMemberHost }, Nothing>[] =
  [{ code: "haproxy_role_check", needs: "nothing", judge: roleCheck }];

/** The checks of the proxy as a whole. */
export const haproxyChecks: readonly DeclaredCheck<HaproxySnapshot, Nothing>[] = [
  { code: "haproxy_address", needs: "nothing", judge: addressFree },
  { code: "haproxy_router_id", needs: "nothing", judge: routerId },
  { code: "haproxy_check_port", needs: "nothing", judge: checkPort },
  { code: "haproxy_group", needs: "nothing", judge: group },
];

const noNeeds: Needs<object, Nothing> = { nothing };

/** Judges the pre-conditions of HAProxy with Keepalived. Nothing may be set up while `hasFailures`. */
export function checkHaproxy(snapshot: HaproxySnapshot): CheckReport {
  const { hosts, members } = snapshot;
  const checks: readonly Check[] = [
    ...hosts.flatMap((host) =>
      haproxyHostChecks.flatMap((check) => runCheck(check, { host, all: snapshot }, noNeeds, host)),
    ),
    ...haproxyChecks.flatMap((check) => runCheck(check, snapshot, noNeeds, null)),
    ...members.flatMap((member) =>
      haproxyMemberChecks.flatMap((check) => runCheck(check, { member }, noNeeds, member)),
    ),
  ];
  return { checks: [...checks], hasFailures: checks.some(({ result }) => result === "fail"), estimates: [] };
}

function judgeFileOf(
  file: ProxyFile,
  { host: { name: host, files: seen }, all }: HostSubject,
): readonly Finding[] {
  if (seen === null) return [];
  if ("reason" in seen) {
    const params = paramsWith({ host, path: proxyFiles[file] }, { reason: seen.reason });
    return [
      {
        result: "fail",
        evidence: "check.haproxy_file.fail_unread",
        remedy: "check.haproxy_file.remedy_unread",
        params,
      },
    ];
  }
  return seen.filter((one) => one.file === file).map((one) => judgeSeen(host, one, all));
}

function judgeSeen(host: string, { file, text }: SeenFile, { proxies }: HaproxySnapshot): Finding {
  const verdict = judgeFile(file, text);
  const params = { host, path: proxyFiles[file] };
  switch (verdict.kind) {
    case "absent":
      return { result: "pass", evidence: "check.haproxy_file.pass_absent", params };
    case "idle":
      return { result: "pass", evidence: "check.haproxy_file.pass_idle", params };
    case "ours": {
      const owner = proxies.find(({ id }) => id === verdict.proxyId);
      if (owner === undefined)
        return {
          result: "fail",
          evidence: "check.haproxy_file.fail_left",
          remedy: "check.haproxy_file.remedy",
          params,
        };
      return {
        result: "fail",
        evidence: "check.haproxy_file.fail_proxy",
        remedy: "check.haproxy_file.remedy_proxy",
        params: { ...params, proxy: owner.name },
      };
    }
    case "in_use":
      return {
        result: "fail",
        evidence: "check.haproxy_file.fail",
        remedy: "check.haproxy_file.remedy",
        params: { ...params, sections: verdict.sections.slice(0, 5).join(", ") },
      };
  }
}

function network({ host: { name: host, placement }, all }: HostSubject): readonly Finding[] {
  if (placement === null) return [];
  const { address, prefixLength } = all.request;
  const remedy = "check.haproxy_network.remedy";
  const params = { host, address, nic: "nic" in placement ? (placement.nic ?? "-") : "-" };
  if (placement.kind === "no_nic")
    return [{ result: "fail", evidence: "check.haproxy_network.fail_nic", remedy, params }];
  if (placement.kind === "no_network")
    return [{ result: "fail", evidence: "check.haproxy_network.fail", remedy, params }];
  const told = { ...params, source: placement.source, prefixLength, own: placement.prefixLength };
  return placement.prefixLength === prefixLength
    ? [{ result: "pass", evidence: "check.haproxy_network.pass", params: told }]
    : [{ result: "fail", evidence: "check.haproxy_network.fail_prefix", remedy, params: told }];
}

function addressFree({ request: { address }, hosts, vipOf }: HaproxySnapshot): readonly Finding[] {
  const remedy = "check.haproxy_address.remedy";
  const params = { address };
  if (vipOf !== null)
    return [
      {
        result: "fail",
        evidence: "check.haproxy_address.fail_vip",
        remedy,
        params: { address, cluster: vipOf },
      },
    ];
  const owner = hosts.find(({ ownAddresses }) => ownAddresses.includes(address));
  if (owner !== undefined)
    return [
      {
        result: "fail",
        evidence: "check.haproxy_address.fail_host",
        remedy,
        params: { address, host: owner.name },
      },
    ];
  const asked = hosts.flatMap(({ arp }) => arp.filter((one) => one.address === address));
  const macs = [...new Set(asked.flatMap((one) => one.macs))];
  if (macs.length > 0)
    return [
      {
        result: "fail",
        evidence: "check.haproxy_address.fail",
        remedy,
        params: { address, macs: macs.join(", ") },
      },
    ];
  if (asked.every(({ isAsked }) => !isAsked))
    return [{ result: "warn", evidence: "check.haproxy_address.warn", remedy, params }];
  return [{ result: "pass", evidence: "check.haproxy_address.pass", params }];
}

function routerId({ request: { virtualRouterId: id }, takenRouterIds }: HaproxySnapshot): Finding {
  return takenRouterIds.includes(id)
    ? {
        result: "fail",
        evidence: "check.haproxy_router_id.fail",
        remedy: "check.haproxy_router_id.remedy",
        params: { id },
      }
    : { result: "pass", evidence: "check.haproxy_router_id.pass", params: { id } };
}

function checkPort({
  request: { checkPort: port },
  checkPort: present,
}: HaproxySnapshot): readonly Finding[] {
  if (present === null || present === port) return [];
  return [
    {
      result: "fail",
      evidence: "check.haproxy_check_port.fail",
      remedy: "check.haproxy_check_port.remedy",
      params: { port, present },
    },
  ];
}

function group({ primary }: HaproxySnapshot): Finding {
  return primary === null
    ? { result: "fail", evidence: "check.haproxy_group.fail", remedy: "check.haproxy_group.remedy" }
    : { result: "pass", evidence: "check.haproxy_group.pass", params: { primary } };
}

function roleCheck({ member }: { readonly member: CheckedMemberHost }): Finding {
  const { name: host, hostId, agent, isPortBusy } = member;
  const params = { host };
  const fail = (kind: "no_host" | "outdated" | "busy"): Finding => ({
    result: "fail",
    evidence: `check.haproxy_role_check.fail_${kind}`,
    remedy: `check.haproxy_role_check.remedy_${kind}`,
    params,
  });
  if (hostId === null) return fail("no_host");
  if (typeof agent !== "string")
    return {
      result: "fail",
      evidence: "check.proxy_operator.fail_agent",
      remedy: "check.proxy_operator.remedy_agent",
      params: paramsWith(params, { reason: agent.reason }),
    };
  if (agent === "outdated") return fail("outdated");
  return isPortBusy ? fail("busy") : { result: "pass", evidence: "check.haproxy_role_check.pass", params };
}
