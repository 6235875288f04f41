export { quoteCommand } from "./command/quote";
export type { CommandResult, RunOptions } from "./command/run-command";
export { type ConnectOptions, connect } from "./connection/connect";
export { checkPrivateKey, generateSshKey, type SshKeyPair } from "./connection/console-key";
export type { Forwarded } from "./connection/forward";
export { scanHostKey } from "./connection/scan-host-key";
export type { Privilege, RemoteSession } from "./connection/session";
export type { SignIn, SshAddress, SshTarget } from "./connection/target";
export { observeFacts } from "./facts/observe-facts";
export { observeMysql } from "./facts/observe-mysql";
export { keepCertificates, readCertificates } from "./facts/read-certificates";
export { CommandFailure, RemoteFailure, type RemoteFailureCode } from "./failure";
export { observeServiceManager, type ServiceManager } from "./install/boot";
export {
  forgetPreviousConfiguration,
  hasConfiguration,
  type IdentityFiles,
  requestCertificate,
  restoreConfiguration,
  writeIdentity,
} from "./install/identity";
export {
  disableOperator,
  enableOperator,
  hasOperator,
  isOperatorOn,
  restartOperator,
} from "./install/operator";
export {
  deleteReleases,
  findCurrentRelease,
  listReleases,
  observeAgentVersion,
  placeRelease,
  type ReleaseRequest,
  switchRelease,
} from "./install/release";
export {
  deleteAgent,
  hasProgram,
  listAgentProcesses,
  listRemains,
  releaseAddresses,
  stopAgent,
} from "./install/remains";
export { handOverAgent, startAgent } from "./install/service";
export { observeFreeBytes, requireFreeBytes } from "./upload/free-space";
export type { UploadRequest } from "./upload/upload-file";
