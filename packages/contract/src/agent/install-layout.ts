import { z } from "zod";

/**
 * Where an agent lives on its host. Installation writes these paths, the agent reads them, removal deletes them:
 * nothing of the agent is outside them but its nft table, its addresses and its processes.
 */
export const installLayout = {
  /** Program files; root, 0755. Each release has its own folder below `releases`, named by its content. */
  programFolder: "/opt/primacy-agent",
  releasesFolder: "/opt/primacy-agent/releases",
  /** A link to the release that runs; switched by a rename, so that it is whole at any moment. */
  currentLink: "/opt/primacy-agent/current",
  executable: "/opt/primacy-agent/current/primacy-agent",
  /** A link to the executable, for people on the host. */
  commandLink: "/usr/local/bin/primacy-agent",
  /** What installation writes: `bootstrapFile`, key and certificates; root, 0700, files 0600. */
  configFolder: "/etc/primacy-agent",
  bootstrapFile: "/etc/primacy-agent/bootstrap.json",
  keyFile: "/etc/primacy-agent/agent.key",
  certificateFile: "/etc/primacy-agent/agent.crt",
  authorityFile: "/etc/primacy-agent/ca.crt",
  /** What the agent keeps over a restart: document, credential, maintenance, tombstones, its log; 0700. */
  stateFolder: "/var/lib/primacy-agent",
  /** Process ids and the socket of `status | why | release`; gone after a boot. */
  runFolder: "/run/primacy-agent",
} as const;

/**
 * The commands of `primacy-agent` that installation and removal call as root, each safe to run twice. Exit code 0 is
 * success; anything else says why on stderr.
 */
export const agentCommands = {
  /** Prints one line of JSON, `AgentVersion`. Needs no installation: it also proves that the program runs on the host. */
  version: ["version"],
  /** Makes the agent's key in `keyFile` where there is none, and prints a certificate signing request (PEM) for it. */
  csr: ["csr"],
  /** Starts supervisor and agent in the background, detached from the terminal; done at once when they run already. */
  start: ["start"],
  /** Lets go of every address and ends agent and supervisor; returns when they are gone. Done also when nothing runs. */
  stop: ["stop"],
  /** Lets go of every address of `release.list` and deletes the nft table, whether the agent runs or not. */
  releaseVips: ["release-vips"],
} as const;

/** What `primacy-agent version` prints. */
export const AgentVersion = z.object({ version: z.string(), protocol: z.number().int() });
export type AgentVersion = z.infer<typeof AgentVersion>;

/** The nftables table of the agent's RST gate, with its family; a removal leaves none. */
export const agentNftTable = "inet primacy_vip";

/** The agent's package: a gzipped tar whose files lie at its top, the executable under this name. */
export const agentPackageExecutable = "primacy-agent";
