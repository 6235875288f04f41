import { z } from "zod";
import {
  AgentInstall,
  ConsoleSshKey,
  Host,
  HostChange,
  HostKeyAccept,
  HostKeyScan,
  HostKeyScanRequest,
  HostSort,
  HostsCreate,
} from "../host/host";
import { PageQuery, pageOf, SortOrder } from "../primitives/page";
import { Id } from "../primitives/scalar";
import { endpoint } from "./endpoint";
import { startEndpoint } from "./start";

const byId = z.strictObject({ id: Id });
/** Times begin with the newest where it is absent. */
const order = SortOrder.optional();
const tag = "hosts";

/** Hosts and their agents. */
export const hostEndpoints = {
  listHosts: endpoint("get", "/hosts", {
    access: "viewer",
    tag,
    summary: "Hosts",
    query: PageQuery.extend({ sort: HostSort.default("name"), order }),
    answer: pageOf(Host),
  }),
  createHosts: endpoint("post", "/hosts", {
    access: "admin",
    tag,
    summary: "Add one or many hosts, all or none",
    body: HostsCreate,
    status: 201,
    answer: z.object({ hosts: z.array(Host) }),
    refusals: ["already_exists"],
  }),
  checkHosts: endpoint("post", "/host-checks", {
    access: "admin",
    tag,
    summary: "Refuse hosts as adding them would, as far as it shows without asking their machines; adds none",
    body: HostsCreate,
    isIdempotent: false,
  }),
  getHost: endpoint("get", "/hosts/{id}", {
    access: "viewer",
    tag,
    summary: "One host",
    params: byId,
    answer: Host,
  }),
  changeHost: endpoint("patch", "/hosts/{id}", {
    access: "admin",
    tag,
    summary: "Change a host's address, user or credentials",
    params: byId,
    body: HostChange,
    answer: Host,
    refusals: ["conflict", "already_exists"],
  }),
  deleteHost: endpoint("delete", "/hosts/{id}", {
    access: "admin",
    tag,
    summary: "Forget a host that has no agent and no cluster",
    params: byId,
    refusals: ["in_use"],
  }),
  scanHostKey: endpoint("post", "/host-key-scans", {
    access: "admin",
    tag,
    summary: "Ask a machine for its SSH host key, to compare the fingerprint",
    body: HostKeyScanRequest,
    answer: HostKeyScan,
    isIdempotent: false,
    refusals: ["host_unreachable"],
  }),
  acceptHostKey: endpoint("post", "/hosts/{id}/host-key", {
    access: "admin",
    tag,
    summary: "Pin the SSH host key whose fingerprint was compared",
    params: byId,
    body: HostKeyAccept,
    answer: Host,
  }),
  forgetHostCredential: endpoint("delete", "/hosts/{id}/credential", {
    access: "admin",
    tag,
    summary: "Forget the SSH credentials; they are asked for again when needed",
    params: byId,
  }),
  testHost: startEndpoint("host.test", ["post", "/hosts/{id}/test"], {
    tag,
    summary: "Test the connection: system, privileges, MySQL, interfaces",
    params: byId,
    refusals: ["host_key_unknown", "credentials_missing"],
    isIdempotent: true,
  }),
  installAgent: startEndpoint("agent.install", ["post", "/hosts/{id}/agent"], {
    tag,
    summary: "Install the agent over SSH, and switch on the host operator where `hostOperator` is true",
    params: byId,
    body: AgentInstall,
    refusals: ["already_exists", "host_key_unknown", "credentials_missing"],
  }),
  upgradeAgent: startEndpoint("agent.upgrade", ["post", "/hosts/{id}/agent/upgrade"], {
    tag,
    summary: "Upgrade the agent to this console's version",
    params: byId,
    refusals: ["agent_missing", "host_key_unknown", "credentials_missing"],
  }),
  repairAgent: startEndpoint("agent.repair", ["post", "/hosts/{id}/agent/repair"], {
    tag,
    summary: "Install again over what is there, with a new certificate",
    params: byId,
    refusals: ["agent_missing", "host_key_unknown", "credentials_missing"],
  }),
  removeAgent: startEndpoint("agent.remove", ["delete", "/hosts/{id}/agent"], {
    tag,
    summary: "Remove the agent without trace",
    params: byId,
    refusals: ["agent_missing", "host_key_unknown", "credentials_missing"],
  }),
  enableOperator: startEndpoint("operator.enable", ["post", "/hosts/{id}/operator"], {
    tag,
    summary: "Switch on the host operator: a process of root that does what this console's signed orders say",
    params: byId,
    refusals: ["agent_missing", "host_key_unknown", "credentials_missing"],
  }),
  disableOperator: startEndpoint("operator.disable", ["delete", "/hosts/{id}/operator"], {
    tag,
    summary: "Undo what the host operator has in force, and switch it off",
    params: byId,
    refusals: ["agent_missing", "host_key_unknown", "credentials_missing"],
  }),
  getConsoleSshKey: endpoint("get", "/console-ssh-key", {
    access: "admin",
    tag,
    summary: "The public key that the console made, for authorized_keys; made at the first call",
    answer: ConsoleSshKey,
  }),
};
