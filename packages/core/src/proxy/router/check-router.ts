import { type CheckReport, joinMessages, paramsWith } from "@primacy/contract";
import type { Finding } from "../../check/build-check";
import { type DeclaredCheck, given, missing, type Needs, nothing, runCheck } from "../../check/run-checks";
import { isOlder, judgeOperator, judgePorts, judgeProgram } from "../host-findings";
import { findProgram } from "../host-sight";
import { routerPlaces } from "./router-bootstrap";
import { judgeConfigOwner } from "./router-config";
import { judgeMetadata, type MetadataDifference, type MetadataVerdict, namesIn } from "./router-metadata";
import type { RouterGround, RouterGroup, RouterSnapshot } from "./router-snapshot";

interface RouterGiven {
  readonly nothing: object;
  readonly ground: { readonly found: RouterGround };
  readonly primary: { readonly seen: Extract<RouterGroup, { kind: "found" }> };
}

/** One pre-check of a MySQL Router, as data. */
export type RouterRule = DeclaredCheck<RouterSnapshot, RouterGiven>;

const needed = {
  program: "mysqlrouter",
  title: "MySQL Router",
  package: "mysql-router",
  least: "8.0",
} as const;

/** Every pre-check of a MySQL Router, in the order of the report. */
export const routerChecks: readonly RouterRule[] = [
  { code: "proxy_operator", needs: "nothing", judge: ({ host }) => judgeOperator(host) },
  { code: "router_program", needs: "nothing", judge: ({ host }) => judgeProgram(host, needed) },
  { code: "router_split", needs: "nothing", judge: split },
  { code: "router_ground", needs: "ground", judge: ground },
  { code: "router_file", needs: "ground", judge: file },
  { code: "router_once", needs: "nothing", judge: once },
  { code: "proxy_ports", needs: "nothing", judge: ({ host, ports }) => judgePorts(host, listPorts(ports)) },
  { code: "router_group", needs: "nothing", judge: group },
  { code: "router_metadata", needs: "primary", judge: metadata },
];

// Where the host operator or the group did not answer, its own check says so.
const needs: Needs<RouterSnapshot, RouterGiven> = {
  nothing,
  ground: ({ ground: found }) => (found === null ? missing(null) : given({ found })),
  primary: ({ group: seen }) => (seen.kind === "silent" ? missing(null) : given({ seen })),
};

/** What is about the group, and not about the host. */
const groupCodes: readonly RouterRule["code"][] = ["router_group", "router_metadata"];

/** Judges the pre-conditions of a MySQL Router. Nothing may be started while `hasFailures`. */
export function checkRouter(snapshot: RouterSnapshot): CheckReport {
  const checks = routerChecks.flatMap((check) =>
    runCheck(check, snapshot, needs, groupCodes.includes(check.code) ? null : snapshot.host),
  );
  return { checks, hasFailures: checks.some((check) => check.result === "fail"), estimates: [] };
}

/** The ports that are asked for. */
export function listPorts({ write, read, split }: RouterSnapshot["ports"]): readonly number[] {
  return [write, read, ...(split === null ? [] : [split])];
}

/** The first that sends statements of one connection to different servers. */
const firstSplit = "8.2";

/** Nothing where no version is known: the check of the program says so. */
function split({ host, ports }: RouterSnapshot): readonly Finding[] {
  const version = findProgram(host, "mysqlrouter")?.version ?? null;
  if (ports.split === null || version === null) return [];
  const params = { host: host.name, version, port: ports.split, least: firstSplit };
  return isOlder(version, firstSplit)
    ? [{ result: "fail", evidence: "check.router_split.fail", remedy: "check.router_split.remedy", params }]
    : [{ result: "pass", evidence: "check.router_split.pass", params }];
}

function ground({ host: { name: host }, found }: RouterSnapshot & RouterGiven["ground"]): Finding {
  const { systemUser: user, home, service } = routerPlaces;
  const params = { host, user, home, service };
  const reasons = [found.home, found.service].filter((reason) => reason !== null);
  if (reasons.length === 0) return { result: "pass", evidence: "check.router_ground.pass", params };
  return {
    result: "fail",
    evidence: "check.router_ground.fail",
    remedy: "check.router_ground.remedy",
    params: paramsWith(params, { reason: joinMessages(reasons) }),
  };
}

function file({ host: { name: host }, found }: RouterSnapshot & RouterGiven["ground"]): Finding {
  const params = { host, path: routerPlaces.config };
  const remedy = "check.router_file.remedy";
  if (found.file !== null)
    return {
      result: "fail",
      evidence: "check.router_file.fail_unreadable",
      remedy: "check.router_ground.remedy",
      params: paramsWith(
        { ...params, user: routerPlaces.systemUser, home: routerPlaces.home, service: routerPlaces.service },
        { reason: found.file },
      ),
    };
  const owner = judgeConfigOwner(found.config);
  if (owner === "foreign") return { result: "fail", evidence: "check.router_file.fail", remedy, params };
  if (owner === "ours") return { result: "fail", evidence: "check.router_file.fail_left", remedy, params };
  return { result: "pass", evidence: `check.router_file.pass_${owner}`, params };
}

function once({ host: { name: host }, servesAlready: cluster }: RouterSnapshot): readonly Finding[] {
  if (cluster === null) return [];
  const remedy = "check.router_once.remedy";
  return [{ result: "fail", evidence: "check.router_once.fail", remedy, params: { host, cluster } }];
}

function group({ group: seen, clusterName: cluster }: RouterSnapshot): Finding {
  if (seen.kind === "silent") {
    const params = paramsWith({ cluster }, { reason: seen.reason });
    return {
      result: "fail",
      evidence: "check.router_group.fail",
      remedy: "check.router_group.remedy",
      params,
    };
  }
  const params = { primary: seen.primary.name, count: seen.onlineSecondaries };
  return seen.onlineSecondaries === 0
    ? {
        result: "warn",
        evidence: "check.router_group.warn",
        remedy: "check.router_group.remedy_warn",
        params,
      }
    : { result: "pass", evidence: "check.router_group.pass", params };
}

function metadata(snapshot: RouterSnapshot & RouterGiven["primary"]): Finding {
  const { seen } = snapshot;
  if (seen.metadata === null) return { result: "skipped", evidence: "check.router_metadata.skipped" };
  const verdict = judgeMetadata(seen.metadata, seen.group);
  switch (verdict.kind) {
    case "agrees":
      return { result: "pass", evidence: "check.router_metadata.pass", params: { ...verdict } };
    case "absent":
      return judgeAbsent(snapshot);
    case "partial":
      // What Primacy writes in a lab completes it.
      return seen.isLab ? judgeAbsent(snapshot) : judgePartial(seen, verdict.said);
    case "unreadable":
      return {
        result: "fail",
        evidence: "check.router_metadata.fail_unreadable",
        remedy: "check.router_metadata.remedy_unreadable",
        params: { said: verdict.said },
      };
    case "version":
      return {
        result: "fail",
        evidence: "check.router_metadata.fail_version",
        remedy: "check.router_metadata.remedy_version",
        params: { version: verdict.version, command: shellCommand(seen, "dba.upgradeMetadata()") },
      };
    case "differs":
      return judgeDifference(seen, verdict);
  }
}

function judgeAbsent({ seen, host, clusterName }: RouterSnapshot & RouterGiven["primary"]): Finding {
  if (seen.isLab) return { result: "warn", evidence: "check.router_metadata.warn_lab" };
  const name = nameInnodbCluster(clusterName);
  const params = {
    host: host.name,
    command: shellCommand(seen, `dba.createCluster('${name}', {adoptFromGR: true})`),
  };
  const hasShell = findProgram(host, "mysqlsh") !== null;
  return {
    result: "fail",
    evidence: "check.router_metadata.fail_absent",
    remedy: hasShell ? "check.router_metadata.remedy_shell_there" : "check.router_metadata.remedy_shell",
    params,
  };
}

function judgePartial(seen: Extract<RouterGroup, { kind: "found" }>, said: string): Finding {
  return {
    result: "fail",
    evidence: "check.router_metadata.fail_partial",
    remedy: "check.router_metadata.remedy_partial",
    params: { said, command: shellCommand(seen, "dba.dropMetadataSchema()") },
  };
}

/** One sentence for each way in which both disagree; where there are several, the first says what the others come from. */
function judgeDifference(
  seen: Extract<RouterGroup, { kind: "found" }>,
  { cluster, differences }: Extract<MetadataVerdict, { kind: "differs" }>,
): Finding {
  const named = (kind: MetadataDifference["kind"]): string => namesIn(differences, kind).join(", ") || "-";
  const kinds = differences.map(({ kind }) => kind);
  const params = {
    cluster: cluster ?? "-",
    group: seen.group.groupName,
    known: named("group"),
    unlisted: named("unlisted"),
    gone: named("gone"),
    command: shellCommand(seen, "dba.getCluster().rescan()"),
  };
  if (kinds.includes("group"))
    return {
      result: "fail",
      evidence: "check.router_metadata.fail_group",
      remedy: "check.router_metadata.remedy_group",
      params,
    };
  const evidence =
    kinds.length > 1 ? "fail_both" : kinds.includes("unlisted") ? "fail_unlisted" : "fail_gone";
  return {
    result: "fail",
    evidence: `check.router_metadata.${evidence}`,
    remedy: "check.router_metadata.remedy_rescan",
    params,
  };
}

/** What somebody types; MySQL Shell asks for the password. */
function shellCommand(
  { primary: { address, port } }: Extract<RouterGroup, { kind: "found" }>,
  script: string,
): string {
  const place = address.includes(":") ? `[${address}]` : address;
  return `mysqlsh --uri=root@${place}:${port} --js -e "${script}"`;
}

const longestName = 63;

/** The name that an InnoDB Cluster may have: of the cluster's own what is allowed there. */
export function nameInnodbCluster(clusterName: string): string {
  const plain = clusterName.replaceAll(/[^A-Za-z0-9_.-]+/g, "_").replace(/^[^A-Za-z0-9_]+/, "");
  return (/[A-Za-z0-9]/.test(plain) ? plain : "cluster").slice(0, longestName);
}
