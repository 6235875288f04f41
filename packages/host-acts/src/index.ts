/**
 * What a machine does to itself for a drill: kills, freezes and thaws processes, stops and starts services, uses up what it has.
 * Each act returns when its effect was seen. What it needs of the host is a port, `ActingHost`.
 */
export { actAndObserve, type Evidence } from "./act";
export { type BusyLimits, busyProgram, busyStartMs, busyTools, endBusy, keepBusy } from "./busy-processors";
export { controlService } from "./control-service";
export { ActFailure, type ActFailureCode } from "./failure";
export { freezeProcess, listStopped, thawAllProcesses, thawProcess } from "./freeze-process";
export type { ActingHost, ActLimits, ActOutput, HostProcess } from "./host";
export { killEach, waitForDeath } from "./kill";
export { killProcess } from "./kill-process";
export { killMysql, type MysqlService, requireServer, startMysql, stopMysql } from "./mysql";
export { findProcesses, getProcesses, isAlive, type ProcessTarget, readPids, readProcess } from "./processes";
export { type HostService, killService, type LetDie, startService, stopService } from "./service";
export { limitSpace, restoreSpace } from "./space";
export { type WaitOptions, waitFor } from "./wait-for";
