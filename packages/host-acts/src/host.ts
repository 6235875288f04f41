/** One process of a host. */
export interface HostProcess {
  /** By which it is signalled. */
  readonly pid: number;
  /** As the host itself numbers it. */
  readonly innerPid: number;
  /** Kernel names are cut at 15 characters. */
  readonly name: string;
  /** Kernel state letter: R, S, D, T (stopped), Z (dead, not yet reaped). */
  readonly state: string;
}

/** What a finished command left behind. */
export interface ActOutput {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Limits of one command. */
export interface ActLimits {
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** All that an act needs of the host that it acts on, as root. What these throw passes through. */
export interface ActingHost {
  /** Names it in evidence and failures. */
  readonly name: string;
  /** Runs a command without a shell; throws where its exit code is not 0. */
  exec(argv: readonly string[], limits?: ActLimits): Promise<ActOutput>;
  /** The same, whatever the exit code is. */
  tryExec(argv: readonly string[], limits?: ActLimits): Promise<ActOutput>;
  /** Every process of the host. */
  listProcesses(): Promise<HostProcess[]>;
  /** Throws as `process.kill` does: ESRCH where the process is gone. */
  signal(pid: number, signal: NodeJS.Signals): void;
  /** Its mounts, as `/proc/mounts` lists them. */
  readMounts(): Promise<string>;
  /** Those of the TCP ports on which something listens, as its kernel says. */
  listListeners(ports: readonly number[]): Promise<number[]>;
}
