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
  /** Starts, stops, replaces and watches the agent: `start | stop | handover | status | run`. */
  supervisor: "/opt/primacy-agent/current/primacy-supervisor",
  /** Switches the host operator on and off, and watches it: `enable | disable | start | stop | restart | status | run`. */
  operatorScript: "/opt/primacy-agent/current/primacy-operator",
  /** Lets go of every address without the agent. */
  releaseScript: "/opt/primacy-agent/current/release-vips",
  /** A link to the executable, for people on the host. */
  commandLink: "/usr/local/bin/primacy-agent",
  /** What installation writes: `bootstrapFile`, key and certificates; root, 0700, files 0600. */
  configFolder: "/etc/primacy-agent",
  bootstrapFile: "/etc/primacy-agent/bootstrap.json",
  keyFile: "/etc/primacy-agent/agent.key",
  certificateFile: "/etc/primacy-agent/agent.crt",
  authorityFile: "/etc/primacy-agent/ca.crt",
  /**
   * Whose signatures count on this host: lines as in `authorized_keys`. Root puts them there by hand; no console writes
   * this file, so that none can give itself the right. Owned by root, writable by nobody else.
   */
  operatorKeysFile: "/etc/primacy-agent/operator-keys",
  /** What the processes of root keep over a restart: permit, list of what to release, their logs; root, 0711, files 0600. */
  stateFolder: "/var/lib/primacy-agent",
  /** What the agent's own user keeps: document, credential, maintenance, tombstones, its log; that user's, 0700. */
  agentFolder: "/var/lib/primacy-agent/agent",
  agentLog: "/var/lib/primacy-agent/agent/agent.log",
  /** Process ids and the order of a handover; root, 0711; gone after a boot. */
  runFolder: "/run/primacy-agent",
  /** The socket of `status | why | release`, in a folder of the agent's own user. */
  controlSocket: "/run/primacy-agent/agent/control.sock",
  /**
   * The socket between the two processes, in a folder that only root and the agent's group may enter. The supervisor gives it
   * another name at each start, and makes this a link to it.
   */
  handsSocket: "/run/primacy-agent/hands/hands.sock",
  /** There while the host operator is switched on; root's. */
  operatorSwitch: "/etc/primacy-agent/host-operator",
  /** What the host operator keeps: its journal, backups of files, outputs of programs, its log; root, 0700. */
  operatorFolder: "/var/lib/primacy-agent/operator",
  /** The host operator's socket, in a folder that only root and the agent's group may enter. */
  operatorSocket: "/run/primacy-agent/operator/operator.sock",
  /** The system user that the process with the network sockets runs as; made at the agent's start, deleted with it. */
  agentUser: "primacy-agent",
  /** What starts the agent at boot: a unit where systemd runs, else a link among the init scripts. */
  systemdUnit: "/etc/systemd/system/primacy-agent.service",
  initScript: "/etc/init.d/primacy-agent",
  /** What starts the host operator at boot, before the database. */
  operatorUnit: "/etc/systemd/system/primacy-operator.service",
  operatorInitScript: "/etc/init.d/primacy-operator",
} as const;

/**
 * What installation and removal run as root on a host, each safe to run twice. Exit code 0 is success; anything else
 * says why on stderr.
 */
export const agentCommands = {
  /** Prints the version in one line. Needs no installation: it also proves that the program runs on the host. */
  version: [installLayout.executable, "version"],
  /** Makes the agent's key where there is none, and prints a certificate signing request (PEM); takes the host's name. */
  csr: [installLayout.executable, "csr"],
  /** Lets go of every address by the running agent, and keeps away until told otherwise. */
  release: [installLayout.executable, "release", "--stay"],
  /** Starts supervisor and agent in the background, detached from the terminal; done at once when they run already. */
  start: [installLayout.supervisor, "start"],
  /**
   * Replaces the agent that runs by that of the current release, which keeps the addresses that it earns in time. Fails and
   * changes nothing where none runs that can hand over.
   */
  handover: [installLayout.supervisor, "handover"],
  /** Lets go of every address and ends agent and supervisor; returns when they are gone. Done also when nothing runs. */
  stop: [installLayout.supervisor, "stop"],
  /** Switches the host operator on and starts it; done at once where it runs. */
  enableOperator: [installLayout.operatorScript, "enable"],
  /** Undoes what is in force, ends the host operator and switches it off. Fails, and leaves it on, where an undo fails. */
  disableOperator: [installLayout.operatorScript, "disable"],
  /** Starts the host operator of the current release in the place of the one that runs, where it is switched on. */
  restartOperator: [installLayout.operatorScript, "restart"],
  /** Lets go of every address of the last document, while no agent runs. */
  releaseVips: [installLayout.releaseScript],
} as const;

/** How the handover ends where nothing runs that could hand over. */
export const noHandoverExitCode = 4;

/** The nftables table of the agent's RST gate, with its family; a removal leaves none. */
export const agentNftTable = "inet primacy_vip";

/** The agent's package: a gzipped tar whose files lie at its top, the executable under this name. */
export const agentPackageExecutable = "primacy-agent";
