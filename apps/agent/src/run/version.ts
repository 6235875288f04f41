/** Filled in by the build: package version and a hash of the sources that it was made from. */
declare const PRIMACY_AGENT_VERSION: string | undefined;

/** The version of this agent, for example `0.1.0+3f9ac1d2e0b4`; `0.0.0+source` when run from source. */
export const agentVersion: string =
  typeof PRIMACY_AGENT_VERSION === "string" ? PRIMACY_AGENT_VERSION : "0.0.0+source";
