import { type Check, type CheckReport, canonicalAddress, paramsWith, withPort } from "@primacy/contract";
import type { Finding } from "../../check/build-check";
import { type DeclaredCheck, type Needs, nothing, runCheck } from "../../check/run-checks";
import { proxyFiles } from "../haproxy/judge-file";
import { judgeOperator } from "../host-findings";
import type { MigrationHost, ParkedHost, ToKeepalivedSnapshot, ToVipSnapshot } from "./migration-snapshot";
import { type KeepalivedVerdict, readKeepalived } from "./read-keepalived";

interface Nothing {
  readonly nothing: object;
}
interface HostSubject {
  readonly host: MigrationHost;
  readonly all: ToVipSnapshot;
}

const path = proxyFiles.keepalived;

/** The checks of each member's host before an address goes to a VIP, in the order of the report. */
export const toVipHostChecks: readonly DeclaredCheck<HostSubject, Nothing>[] = [
  { code: "proxy_operator", needs: "nothing", judge: ({ host }) => judgeOperator(host) },
  { code: "migration_file", needs: "nothing", judge: judgeKeepalived },
];

/** The checks of the address as a whole. */
export const toVipChecks: readonly DeclaredCheck<ToVipSnapshot, Nothing>[] = [
  { code: "migration_found", needs: "nothing", judge: found },
  { code: "migration_holder", needs: "nothing", judge: holder },
  { code: "migration_port", needs: "nothing", judge: port },
  { code: "migration_way", needs: "nothing", judge: way },
  { code: "migration_peers", needs: "nothing", judge: peers },
  { code: "migration_scripts", needs: "nothing", judge: scripts },
];

/** The checks of each host to whose Keepalived an address goes back. */
export const toKeepalivedHostChecks: readonly DeclaredCheck<{ readonly host: ParkedHost }, Nothing>[] = [
  {
    code: "proxy_operator",
    needs: "nothing",
    judge: ({ host }) => (host.operator === null ? [] : judgeOperator({ ...host, operator: host.operator })),
  },
  { code: "migration_parked", needs: "nothing", judge: parked },
];

const toKeepalivedChecks: readonly DeclaredCheck<ToKeepalivedSnapshot, Nothing>[] = [
  {
    code: "migration_group",
    needs: "nothing",
    judge: ({ primary }) =>
      primary === null
        ? { result: "fail", evidence: "check.migration_group.fail", remedy: "check.migration_group.remedy" }
        : { result: "pass", evidence: "check.migration_group.pass", params: { primary: primary.name } },
  },
];

const noNeeds: Needs<object, Nothing> = { nothing };

/** Judges whether an address may go from Keepalived to a VIP; the checks of every VIP are made besides. */
export function checkToVip(snapshot: ToVipSnapshot): CheckReport {
  return report([
    ...snapshot.hosts.flatMap((host) =>
      toVipHostChecks.flatMap((check) => runCheck(check, { host, all: snapshot }, noNeeds, host)),
    ),
    ...toVipChecks.flatMap((check) => runCheck(check, snapshot, noNeeds, null)),
  ]);
}

/** Judges whether an address may go back to the Keepalived from which it came. */
export function checkToKeepalived(snapshot: ToKeepalivedSnapshot): CheckReport {
  return report([
    ...snapshot.hosts.flatMap((host) =>
      toKeepalivedHostChecks.flatMap((check) => runCheck(check, { host }, noNeeds, host)),
    ),
    ...toKeepalivedChecks.flatMap((check) => runCheck(check, snapshot, noNeeds, null)),
  ]);
}

function report(checks: readonly Check[]): CheckReport {
  return { checks: [...checks], hasFailures: checks.some(({ result }) => result === "fail"), estimates: [] };
}

/** A host whose Keepalived has the address and nothing else. */
interface SoleHost {
  readonly host: MigrationHost;
  readonly instance: Extract<KeepalivedVerdict, { kind: "sole" }>;
}

/** The hosts whose Keepalived has the address and nothing else, the one that holds it first. */
export function listSoleHosts({
  hosts,
  request,
}: Pick<ToVipSnapshot, "hosts" | "request">): readonly SoleHost[] {
  const sole = hosts.flatMap((host) => {
    if (host.keepalived?.kind !== "read") return [];
    const instance = readKeepalived(host.keepalived.text, request.address);
    return instance.kind === "sole" ? [{ host, instance }] : [];
  });
  return [
    ...sole.filter(({ host }) => host.holds === true),
    ...sole.filter(({ host }) => host.holds !== true),
  ];
}

function judgeKeepalived({ host: { name: host, keepalived }, all }: HostSubject): readonly Finding[] {
  if (keepalived === null) return [];
  const { address } = all.request;
  const params = { host, path, address };
  const fail = (kind: "" | "_unclear" | "_unread", told: Finding["params"]): readonly Finding[] => [
    {
      result: "fail",
      evidence: `check.migration_file.fail${kind}`,
      remedy: `check.migration_file.remedy${kind}`,
      params: { ...params, ...told },
    },
  ];
  if (keepalived.kind === "unread") return fail("_unread", paramsWith({}, { reason: keepalived.reason }));
  const verdict = readKeepalived(keepalived.text, address);
  switch (verdict.kind) {
    case "none":
      return [{ result: "pass", evidence: "check.migration_file.pass_none", params }];
    case "sole":
      return [
        {
          result: "pass",
          evidence: "check.migration_file.pass",
          params: { ...params, instance: verdict.name },
        },
      ];
    case "shared":
      return fail("", { others: verdict.others.slice(0, 5).join(", ") });
    case "unclear":
      return fail("_unclear", { part: verdict.part });
  }
}

function found(snapshot: ToVipSnapshot): Finding {
  const { address } = snapshot.request;
  const remedy = "check.migration_found.remedy";
  const sole = listSoleHosts(snapshot).map(({ host }) => host);
  if (sole.length === 0)
    return { result: "fail", evidence: "check.migration_found.fail", remedy, params: { address } };
  const params = { address, hosts: namesOf(sole) };
  const isRunning = sole.some(
    ({ keepalived }) => keepalived?.kind === "read" && keepalived.service === "running",
  );
  return isRunning
    ? { result: "pass", evidence: "check.migration_found.pass", params }
    : { result: "fail", evidence: "check.migration_found.fail_stopped", remedy, params };
}

function holder({ hosts, primary, request: { address } }: ToVipSnapshot): Finding {
  const remedy = "check.migration_holder.remedy";
  const holders = hosts.filter(({ holds }) => holds === true);
  const [only] = holders;
  if (only === undefined)
    return { result: "fail", evidence: "check.migration_holder.fail_elsewhere", remedy, params: { address } };
  const params = { address, host: only.name, hosts: namesOf(holders), primary: primary?.name ?? "-" };
  if (holders.length > 1)
    return { result: "fail", evidence: "check.migration_holder.fail_several", remedy, params };
  return only.isPrimary
    ? { result: "pass", evidence: "check.migration_holder.pass", params }
    : { result: "fail", evidence: "check.migration_holder.fail_secondary", remedy, params };
}

function port({ request, primary }: ToVipSnapshot): readonly Finding[] {
  if (primary === null) return [];
  const params = { port: request.port, own: primary.port, primary: primary.name };
  return request.port === primary.port
    ? [{ result: "pass", evidence: "check.migration_port.pass", params }]
    : [
        {
          result: "fail",
          evidence: "check.migration_port.fail",
          remedy: "check.migration_port.remedy",
          params,
        },
      ];
}

/** A server sees a client that comes straight as it sees it at its own address; one on its own host comes from the address itself. */
function way({ way: seen, request: { address, port: at } }: ToVipSnapshot): Finding {
  const endpoint = withPort(address, at);
  const remedy = "check.migration_way.remedy";
  if (seen.kind === "unreached") {
    const params = paramsWith({ endpoint }, { reason: seen.reason });
    return { result: "fail", evidence: "check.migration_way.fail", remedy, params };
  }
  const { member, isPrimary, from, directFrom } = seen;
  const params = { endpoint, member, from: from ?? "-", direct: directFrom ?? "-" };
  if (!isPrimary) return { result: "fail", evidence: "check.migration_way.fail_wrong", remedy, params };
  const isBetween = from !== null && directFrom !== null && from !== directFrom && from !== address;
  return isBetween
    ? { result: "fail", evidence: "check.migration_way.fail_between", remedy, params }
    : { result: "pass", evidence: "check.migration_way.pass", params };
}

function peers(snapshot: ToVipSnapshot): readonly Finding[] {
  const sole = listSoleHosts(snapshot);
  if (sole.length === 0) return [];
  const known = new Set(snapshot.hosts.flatMap(({ ownAddresses }) => ownAddresses.map(canonicalAddress)));
  const strange = sole.flatMap(({ instance }) => instance.peers).filter((peer) => !known.has(peer));
  if (strange.length > 0) {
    const params = { peers: [...new Set(strange)].join(", ") };
    return [
      {
        result: "fail",
        evidence: "check.migration_peers.fail",
        remedy: "check.migration_peers.remedy",
        params,
      },
    ];
  }
  const isUnicast = sole.every(({ instance }) => instance.peers.length > 0);
  return [
    {
      result: "pass",
      evidence: isUnicast ? "check.migration_peers.pass" : "check.migration_peers.pass_multicast",
    },
  ];
}

function scripts(snapshot: ToVipSnapshot): readonly Finding[] {
  const sole = listSoleHosts(snapshot);
  if (sole.length === 0) return [];
  const all = [...new Set(sole.flatMap(({ instance }) => instance.scripts))];
  if (all.length === 0) return [{ result: "pass", evidence: "check.migration_scripts.pass" }];
  const params = { scripts: all.join(", ") };
  return [
    {
      result: "warn",
      evidence: "check.migration_scripts.warn",
      remedy: "check.migration_scripts.remedy",
      params,
    },
  ];
}

function parked({
  host: { name: host, operator, keepalived, sha256, parkedSha256 },
}: {
  readonly host: ParkedHost;
}): readonly Finding[] {
  const params = { host, path };
  if (operator === null)
    return [
      {
        result: "fail",
        evidence: "check.migration_parked.fail_gone",
        remedy: "check.migration_parked.remedy_gone",
        params,
      },
    ];
  if (keepalived === null) return [];
  if (keepalived.kind === "unread")
    return [
      {
        result: "fail",
        evidence: "check.migration_file.fail_unread",
        remedy: "check.migration_file.remedy_unread",
        params: paramsWith(params, { reason: keepalived.reason }),
      },
    ];
  return parkedSha256 === sha256
    ? [{ result: "pass", evidence: "check.migration_parked.pass", params }]
    : [
        {
          result: "fail",
          evidence: "check.migration_parked.fail",
          remedy: "check.migration_parked.remedy",
          params,
        },
      ];
}

function namesOf(hosts: readonly { readonly name: string }[]): string {
  return hosts.map(({ name }) => name).join(", ");
}
