import type { AgentEndpointName, agentEndpoints, StreamFrame } from "@primacy/contract/agent";
import type { z } from "zod";

type Table = typeof agentEndpoints;

/** Calls that take one body and give one answer; the stream has its own method. */
export type AgentCallName = Exclude<AgentEndpointName, "stream">;

/** The body of a call as its endpoint declares it; undefined where it has none. */
export type AgentBody<N extends AgentCallName> = Table[N]["body"] extends z.ZodType
  ? z.input<Table[N]["body"]>
  : undefined;

/** The parsed answer of a call. */
export type AgentAnswer<N extends AgentCallName> = z.output<Table[N]["answer"]>;

/** Which agent to speak to. Its certificate must carry this `hostId`, whatever answers at the address. */
export interface AgentTarget {
  readonly hostId: string;
  readonly hostName: string;
  readonly address: string;
  readonly port: number;
  /** Of which of its clusters it is asked; absent: of the host itself. */
  readonly clusterId?: string;
}

/** How one call is bounded. */
export interface AgentCallOptions {
  readonly signal: AbortSignal;
  /** 5 s unless said otherwise. */
  readonly timeoutMs?: number;
}

/** One agent, over mutual TLS with connections kept alive. */
export interface AgentClient {
  readonly target: AgentTarget;
  /** Calls one endpoint. Throws `AgentFailure`. */
  call<N extends AgentCallName>(
    name: N,
    body: AgentBody<N>,
    options: AgentCallOptions,
  ): Promise<AgentAnswer<N>>;
  /**
   * Reads the status stream until `signal` aborts, and connects again when it breaks (100 ms to 5 s between tries) or
   * when nothing came for 3 s. `onFrame` gets every frame, `onBreak` the reason of each break. Resolves on abort only.
   */
  readStream(options: {
    readonly signal: AbortSignal;
    onFrame(frame: StreamFrame): void;
    onBreak(failure: Error): void;
  }): Promise<void>;
}

/** The agents of this console. */
export interface AgentClients {
  /** The client for one agent; connections are shared between calls for the same target. */
  clientFor(target: AgentTarget): AgentClient;
}
