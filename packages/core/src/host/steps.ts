import type { PlannedStep } from "../operation/planned-step";

/** Which host a step is about. How to reach it, and with what, is read when the step runs. */
export interface OnHost {
  readonly hostId: string;
}

/** The agent's package as it will be placed: its content decides its name on the host. */
export interface AgentRelease {
  /** SHA-256 of the package in hexadecimal. */
  readonly sha256: string;
  readonly packageBytes: number;
  readonly unpackedBytes: number;
}

/** Signs in by SSH with the pinned host key, and looks at what the user may do. */
export type ConnectStep = PlannedStep<"host.connect", OnHost & { readonly needsRoot: boolean }>;

/** Looks at the host; with `release` it also judges whether the agent can be installed there. */
export type ObserveStep = PlannedStep<"host.observe", OnHost & { readonly release: AgentRelease | null }>;

/** Copies the package, unpacks it beside what is there, and makes it the one that runs next. */
export type PlaceStep = PlannedStep<"agent.place", OnHost & { readonly release: AgentRelease }>;

/** Makes the agent's key on the host and gives it a certificate. */
export type CertifyStep = PlannedStep<"agent.certify", OnHost>;

/** Starts the agent, or starts it again with what was placed. */
export type StartStep = PlannedStep<"agent.start", OnHost>;

/** Waits until the agent answers over mutual TLS with the version that was placed. */
export type HelloStep = PlannedStep<"agent.hello", OnHost>;

/** Lets go of every address that the agent holds. */
export type ReleaseStep = PlannedStep<"agent.release", OnHost>;

/** Ends the agent and its supervisor. */
export type StopStep = PlannedStep<"agent.stop", OnHost>;

/** Deletes the agent's files and its nft table. */
export type DeleteStep = PlannedStep<"agent.delete", OnHost>;

/** Looks for anything of the agent that is left. */
export type VerifyGoneStep = PlannedStep<"agent.verify_gone", OnHost>;

/** Switches the host operator on, so that root starts it now and at boot. */
export type EnableOperatorStep = PlannedStep<"operator.enable", OnHost>;

/** Waits until the agent says that the host operator runs. */
export type VerifyOperatorRunningStep = PlannedStep<"operator.verify_running", OnHost>;

/** Undoes what the host operator has in force, and switches it off; it stays on where an undo fails. */
export type DisableOperatorStep = PlannedStep<"operator.disable", OnHost>;

/** Waits until the agent says that the host operator is off. */
export type VerifyOperatorOffStep = PlannedStep<"operator.verify_off", OnHost>;

/** Every step of an operation on a host. */
export type HostStep =
  | ConnectStep
  | ObserveStep
  | PlaceStep
  | CertifyStep
  | StartStep
  | HelloStep
  | ReleaseStep
  | StopStep
  | DeleteStep
  | VerifyGoneStep
  | EnableOperatorStep
  | VerifyOperatorRunningStep
  | DisableOperatorStep
  | VerifyOperatorOffStep;
