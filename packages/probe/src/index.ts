/**
 * A client that writes numbered rows to one address or to several servers, and reads them back, and tells when each attempt
 * began and ended and what it was told. Where it writes, with which account and in which table, is its configuration.
 */
export { ProbeFailure, type ProbeFailureCode } from "./failure";
export { runWriter } from "./run-writer";
export { describeTable } from "./table";
export { WriteRun } from "./write-run";
export { WriterConfig, WriterLine } from "./writer-config";
