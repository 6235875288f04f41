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
