import { existsSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { message } from "@primacy/contract";
import {
  HostOperatorAnswer,
  HostOperatorReport,
  type HostOperatorRequest,
  HostOperatorSummary,
  hostOperatorLineBytes,
} from "@primacy/contract/agent";
import type { z } from "zod";
import { readLines, writeLine } from "../address-helper/lines";
import { onPulse } from "../clock/pulse";
import type { Layout } from "../store/layout";
import { HostOperatorFrame } from "./operator-protocol";
import { isOpen } from "./record";

const reportLimitMs = 5_000;
/** An act may be a database's end, with all its work. */
const orderLimitMs = 400_000;
const lookEveryMs = 1_000;

/** What the agent, which has no privilege, can do with the host operator: ask it, and pass on what the console signed. */
export class OperatorLink {
  readonly #socketFile: string;
  #stopLooking: () => void = () => undefined;
  #summary: HostOperatorSummary | null = null;

  constructor(layout: Layout) {
    this.#socketFile = layout.operatorSocket;
  }

  /** Looks each second, until it is stopped; `onChange` is called when what a status tells of it has changed. */
  watch(onChange: () => void): void {
    let isLooking = false;
    const look = async (): Promise<void> => {
      if (isLooking) return;
      isLooking = true;
      const summary = await this.#summarize();
      isLooking = false;
      const isNew = JSON.stringify(summary) !== JSON.stringify(this.#summary);
      this.#summary = summary;
      if (isNew) onChange();
    };
    void look();
    this.#stopLooking = onPulse(lookEveryMs, () => void look());
  }

  /** As it was seen last, about a second ago; null before the first look. */
  get summary(): HostOperatorSummary | null {
    return this.#summary;
  }

  /** The host operator and its journal, now. Never rejects. */
  async report(): Promise<HostOperatorReport> {
    if (!this.#isOn()) return { state: "off", clock: null, actions: [] };
    return this.#call({ verb: "report" }, HostOperatorReport, reportLimitMs).catch(() => ({
      state: "silent" as const,
      clock: null,
      actions: [],
    }));
  }

  /** Never rejects. While the agent is upgraded, the host operator may still be of the release before: it knows the report alone. */
  async #summarize(): Promise<HostOperatorSummary> {
    if (!this.#isOn()) return { state: "off", openActions: 0, failedUndos: [] };
    return this.#call({ verb: "summary" }, HostOperatorSummary, reportLimitMs).catch(async () =>
      summarize(await this.report()),
    );
  }

  /** The folder of the socket is made when it is switched on, and deleted when it is switched off. */
  #isOn(): boolean {
    return existsSync(path.dirname(this.#socketFile));
  }

  /** Passes an order on, and brings back what came of it. One that nobody takes is refused. */
  async order(request: HostOperatorRequest): Promise<HostOperatorAnswer> {
    // It answered within the last second: to ask for all of its journal once more says no more.
    const seen = this.#isOn() && this.#summary?.state === "running" ? this.#summary : null;
    const { state } = seen ?? (await this.report());
    if (state !== "running") return { kind: "refused", reasons: [message(`operator.${state}`)] };
    // It may end in the midst. Who orders again, by the same ids, hears what came of it.
    return this.#call({ verb: "order", body: request }, HostOperatorAnswer, orderLimitMs).catch(() => ({
      kind: "refused" as const,
      reasons: [message("operator.silent")],
    }));
  }

  stop(): void {
    this.#stopLooking();
  }

  #call<T>(call: object, answer: z.ZodType<T>, timeoutMs: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.#socketFile);
      socket.setTimeout(timeoutMs, () =>
        socket.destroy(new Error("the host operator did not answer in time")),
      );
      socket.on("error", reject);
      socket.on("close", () => reject(new Error("the host operator ended the connection")));
      readLines(socket, hostOperatorLineBytes, (line) => {
        socket.destroy();
        try {
          const frame = HostOperatorFrame.parse(JSON.parse(line));
          if (frame.kind === "answer") resolve(answer.parse(frame.value));
          else reject(new Error(frame.message));
        } catch (error) {
          reject(error);
        }
      });
      socket.on("connect", () => writeLine(socket, JSON.stringify(call)));
    });
  }
}

function summarize({ state, actions }: HostOperatorReport): HostOperatorSummary {
  return {
    state,
    openActions: actions.filter(isOpen).length,
    failedUndos: actions.filter((one) => one.state === "undo_failed"),
  };
}
