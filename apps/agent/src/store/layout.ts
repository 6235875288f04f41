import path from "node:path";
import { installLayout } from "@primacy/contract/agent";

/** Where this agent reads and writes. Tests put all of it below one folder. */
export interface Layout {
  readonly bootstrapFile: string;
  readonly keyFile: string;
  readonly certificateFile: string;
  readonly authorityFile: string;
  /** The next key while its certificate is put on disk. */
  readonly pendingKeyFile: string;
  /** Whose signatures count here; see {@link installLayout}. */
  readonly operatorKeysFile: string;
  /** Root's: what is permitted here. */
  readonly permitFile: string;
  /** What the supervisor releases when the agent is gone: one line for each VIP. */
  readonly releaseListFile: string;
  readonly handsLogFile: string;
  /** The agent's own user's. */
  readonly agentFolder: string;
  readonly documentFile: string;
  readonly credentialFile: string;
  readonly vipsFile: string;
  /** On which port proxies are answered; there while that is switched on. */
  readonly roleCheckFile: string;
  /** The key that waits for its certificate during a renewal. */
  readonly nextKeyFile: string;
  /** The orders that were taken, until they have expired. */
  readonly ordersFile: string;
  readonly logFile: string;
  readonly controlSocket: string;
  readonly handsSocket: string;
  readonly heartbeatFile: string;
  /** There while root has the host operator switched on. */
  readonly operatorSwitchFile: string;
  /** Of root alone: one file for each act. */
  readonly operatorJournalFolder: string;
  /** What files were before they were edited, under the id of the act. */
  readonly operatorBackupFolder: string;
  /** A library on its way to a server's folder of plugins. */
  readonly operatorStageFolder: string;
  /** What programs wrote, and their exit codes, under the id of the act. */
  readonly operatorOutputFolder: string;
  /** A lock for each service that was given an order. */
  readonly operatorLockFolder: string;
  /** The highest epoch of each cluster that a grant had. */
  readonly operatorEpochsFile: string;
  readonly operatorLogFile: string;
  readonly operatorSocket: string;
  /** There while a release is handed over to, which keeps what is held. */
  readonly handoverOrderFile: string;
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
  const inState = (file: string): string => path.join(stateFolder, file);
  const inRun = (file: string): string => path.join(runFolder, file);
  const agentFolder = inState(path.basename(installLayout.agentFolder));
  const inAgent = (file: string): string => path.join(agentFolder, file);
  const inOperator = (file: string): string =>
    path.join(inState(path.basename(installLayout.operatorFolder)), file);
  return {
    bootstrapFile: inConfig(installLayout.bootstrapFile),
    keyFile: inConfig(installLayout.keyFile),
    certificateFile: inConfig(installLayout.certificateFile),
    authorityFile: inConfig(installLayout.authorityFile),
    pendingKeyFile: inConfig("agent.key.pending"),
    operatorKeysFile: inConfig(installLayout.operatorKeysFile),
    permitFile: inState("permit.json"),
    releaseListFile: inState("release.list"),
    handsLogFile: inState("hands.log"),
    agentFolder,
    documentFile: inAgent("document.json"),
    credentialFile: inAgent("credential.json"),
    vipsFile: inAgent("vips.json"),
    roleCheckFile: inAgent("role-check.json"),
    nextKeyFile: inAgent("agent.key.next"),
    ordersFile: inAgent("orders.json"),
    logFile: inAgent("agent.log"),
    controlSocket: inRun(path.relative(installLayout.runFolder, installLayout.controlSocket)),
    handsSocket: inRun(path.relative(installLayout.runFolder, installLayout.handsSocket)),
    heartbeatFile: inRun("heartbeat"),
    operatorSwitchFile: inConfig(installLayout.operatorSwitch),
    operatorJournalFolder: inOperator("journal"),
    operatorBackupFolder: inOperator("backup"),
    operatorStageFolder: inOperator("stage"),
    operatorOutputFolder: inOperator("output"),
    operatorLockFolder: inOperator("locks"),
    operatorEpochsFile: inOperator("epochs.json"),
    operatorLogFile: inOperator("operator.log"),
    operatorSocket: inRun(path.relative(installLayout.runFolder, installLayout.operatorSocket)),
    handoverOrderFile: inRun("handover.order"),
  };
}
