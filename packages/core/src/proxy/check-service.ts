import {
  type CheckReport,
  type ClusterProxy,
  type Message,
  type ProxyService,
  paramsWith,
  proxyServiceTitles,
} from "@primacy/contract";
import { buildCheck, type Finding } from "../check/build-check";
import { findOwner } from "./haproxy/header";
import { proxyFiles } from "./haproxy/judge-file";
import { judgeOperator } from "./host-findings";
import type { ProxyHostSight } from "./host-sight";
import { routerPlaces } from "./router/router-bootstrap";
import { findProxyId } from "./router/router-config";

/** The services of each kind, in the order in which they start: the address comes where HAProxy serves already. */
export const proxyServices = { haproxy: ["haproxy", "keepalived"], router: ["mysqlrouter"] } as const;

/** The file that a service of a proxy reads. */
export function fileOfService(service: ProxyService): string {
  return service === "mysqlrouter" ? routerPlaces.config : proxyFiles[service];
}

/** Whether a service runs with what Primacy wrote for a proxy; `text` null: it has no file. */
export function isOwnText(proxyId: string, service: ProxyService, text: string | null): boolean {
  const owner = service === "mysqlrouter" ? findProxyId(text ?? "") : findOwner(text ?? "");
  return owner === proxyId;
}

/** The file of a service as it is on a host now: its text, null where there is none, or why nobody could read it. */
export interface SeenServiceFile {
  readonly hostId: string;
  readonly name: string;
  readonly service: ProxyService;
  readonly text: string | null | { readonly reason: Message };
}

/** Judges whether the services of these hosts can be ordered. */
export function checkProxyHosts(hosts: readonly ProxyHostSight[]): CheckReport {
  return report(hosts.map((host) => buildCheck("proxy_operator", host, judgeOperator(host))));
}

/** Judges whether every service of a proxy runs with what Primacy wrote for it: any other is not started or stopped. */
export function checkServiceFiles(
  { id }: Pick<ClusterProxy, "id">,
  files: readonly SeenServiceFile[],
): CheckReport {
  return report(files.map((file) => buildCheck("proxy_own_file", file, judgeOwnFile(id, file))));
}

function judgeOwnFile(proxyId: string, { name: host, service, text }: SeenServiceFile): Finding {
  const params = { host, path: fileOfService(service), service: proxyServiceTitles[service] };
  const remedy = "check.proxy_own_file.remedy";
  if (text !== null && typeof text !== "string")
    return {
      ...{ result: "fail", evidence: "check.proxy_own_file.fail_unread", remedy },
      params: paramsWith(params, { reason: text.reason }),
    };
  if (isOwnText(proxyId, service, text))
    return { result: "pass", evidence: "check.proxy_own_file.pass", params };
  const evidence = text === null ? "check.proxy_own_file.fail_absent" : "check.proxy_own_file.fail";
  return { result: "fail", evidence, remedy, params };
}

function report(checks: CheckReport["checks"]): CheckReport {
  return { checks, hasFailures: checks.some(({ result }) => result === "fail"), estimates: [] };
}
