import path from "node:path";
import { installLayout } from "@primacy/contract/agent";

/** Where this agent reads and writes. Tests put all of it below one folder. */
export interface Layout {
  readonly bootstrapFile: string;
  readonly keyFile: string;
  readonly certificateFile: string;
  readonly authorityFile: string;
  /** The key that waits for its certificate during a renewal. */
  readonly pendingKeyFile: string;
  /** Whose signatures count here; see {@link installLayout}. */
  readonly operatorKeysFile: string;
  readonly stateFolder: string;
  readonly documentFile: string;
  readonly credentialFile: string;
  readonly vipsFile: string;
  /** What the supervisor releases when the agent is gone: one line for each VIP. */
  readonly releaseListFile: string;
  /** The orders that were taken, until they have expired. */
  readonly ordersFile: string;
  readonly logFile: string;
  readonly runFolder: string;
  readonly controlSocket: string;
  readonly heartbeatFile: string;
}

/** The paths on a real host. */
export const hostLayout: Layout = planLayout(
  installLayout.configFolder,
  installLayout.stateFolder,
  installLayout.runFolder,
);

/** The paths below three folders. */
export function planLayout(configFolder: string, stateFolder: string, runFolder: string): Layout {
  const inConfig = (file: string): string => path.join(configFolder, path.basename(file));
  return {
    bootstrapFile: inConfig(installLayout.bootstrapFile),
    keyFile: inConfig(installLayout.keyFile),
    certificateFile: inConfig(installLayout.certificateFile),
    authorityFile: inConfig(installLayout.authorityFile),
    pendingKeyFile: path.join(configFolder, "agent.key.pending"),
    operatorKeysFile: inConfig(installLayout.operatorKeysFile),
    stateFolder,
    documentFile: path.join(stateFolder, "document.json"),
    credentialFile: path.join(stateFolder, "credential.json"),
    vipsFile: path.join(stateFolder, "vips.json"),
    releaseListFile: path.join(stateFolder, "release.list"),
    ordersFile: path.join(stateFolder, "orders.json"),
    logFile: path.join(stateFolder, "agent.log"),
    runFolder,
    controlSocket: path.join(runFolder, "control.sock"),
    heartbeatFile: path.join(runFolder, "heartbeat"),
  };
}
