import type { Acquisition } from "@primacy/core/drill";
import type { LabHost } from "../host/lab-host";
import { findAgentStatus } from "../observe/agent-status";

const readEveryMs = 700;

/** What the agents told of an address. */
export interface AgentHistory {
  readonly acquisitions: readonly Acquisition[];
  /** Hosts whose agent found a stranger, and when, as far back as agents tell. */
  readonly conflicts: readonly { readonly host: string; readonly atMs: number }[];
  /** Every step of every agent in words, in order; for people who look for a reason. */
  readonly steps: readonly { readonly atMs: number; readonly text: string }[];
}

/** Collects the agents' own history of an address, from now on until it is stopped. */
export class AcquisitionLog {
  readonly #hosts: readonly LabHost[];
  readonly #address: string;
  readonly #sinceMs: number;
  readonly #acquisitions = new Map<string, Acquisition>();
  readonly #conflicts = new Map<string, { host: string; atMs: number }>();
  readonly #steps = new Map<string, { atMs: number; text: string }>();
  readonly #reading: Promise<void>;
  #isStopping = false;
  #wake: () => void = () => undefined;

  constructor(hosts: readonly LabHost[], address: string, sinceMs: number) {
    this.#hosts = hosts;
    this.#address = address;
    this.#sinceMs = sinceMs;
    this.#reading = this.#run();
  }

  /** Reads once more, ends it, and returns all. */
  async stop(): Promise<AgentHistory> {
    this.#isStopping = true;
    this.#wake();
    await this.#reading;
    const inOrder = <T extends { readonly atMs: number }>(found: ReadonlyMap<string, T>): T[] =>
      [...found.values()].sort((a, b) => a.atMs - b.atMs);
    return {
      acquisitions: inOrder(this.#acquisitions),
      conflicts: inOrder(this.#conflicts),
      steps: inOrder(this.#steps),
    };
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      await this.#readAll();
      if (this.#isStopping) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, readEveryMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    await this.#readAll();
  }

  async #readAll(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => this.#read(host)));
  }

  async #read(host: LabHost): Promise<void> {
    const status = await findAgentStatus(host);
    const vip = status?.vips.find(({ address }) => address === this.#address);
    for (const { seq, atMonotonicMs: atMs, from, to, reason, proofs } of vip?.transitions ?? []) {
      const key = `${host.name} ${seq} ${atMs}`;
      // What an agent found before makes it wait longer now.
      if (to === "CONFLICT") this.#conflicts.set(key, { host: host.name, atMs });
      if (atMs < this.#sinceMs) continue;
      const kinds = proofs.map(({ proof }) => proof);
      this.#steps.set(key, {
        atMs,
        text: `${host.name} ${from} to ${to}: ${[reason.text, ...kinds].join(" ")}`,
      });
      if (to === "HOLDING" && from !== "HOLDING")
        this.#acquisitions.set(key, { host: host.name, atMs, proofs: kinds });
    }
  }
}
