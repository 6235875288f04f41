import { message } from "@primacy/contract";
import type { HostAction, HostActionRecord, HostOperatorReport, ServiceState } from "@primacy/contract/agent";
import { expect, test } from "vitest";
import { actionIdOf } from "../../host-operator/action-id";
import { StepFailure } from "../../operation/failure";
import { ordersOf } from "../repeated-orders";
import { settleService } from "./settle-service";

type Session = Parameters<typeof settleService>[0];

const operationId = "0198f3f0-6d1e-7c3a-9f0e-000000000001";
const stops = ordersOf(operationId, "px1 haproxy stopped");
const back = ordersOf(operationId, "px1 haproxy as before");
const { signal } = new AbortController();
const order = { hostName: "px1", service: "haproxy" } as const;
const stop = { ...order, state: "stopped", ids: stops } as const;
const start = { ...order, state: "running", ids: back, takesBack: stops } as const;

/** A host with one service, by the rules of the host operator: an id is ordered once, and one act at a time is in force. */
class FakeHost implements Session {
  service: ServiceState = "running";
  readonly actions: HostActionRecord[] = [];
  /** The worker dies as soon as an order was done. */
  diesAfterAct = false;
  ordered = 0;

  async report(): Promise<HostOperatorReport> {
    return { state: "running", clock: null, actions: this.actions.map((one) => ({ ...one })) };
  }

  async act(
    action: HostAction,
    { actionId = "" }: { readonly actionId?: string },
  ): Promise<HostActionRecord> {
    const known = this.actions.find((one) => one.actionId === actionId);
    if (known !== undefined) return known;
    if (action.kind !== "service") throw new Error("no act of this host");
    if (this.actions.some(({ state }) => state === "acted")) throw refused("operator.busy");
    this.ordered += 1;
    this.service = action.act === "stop" ? "stopped" : "running";
    const done = recordOf(actionId, "acted");
    this.actions.push(done);
    if (this.diesAfterAct) throw new Error("the worker is gone");
    return done;
  }

  async keep(actionId: string): Promise<HostActionRecord> {
    const found = this.#find(actionId);
    if (found.state !== "acted" && found.state !== "kept") throw refused("operator.not_undoable");
    return this.#note(found, "kept");
  }

  async undo(actionId: string): Promise<HostActionRecord> {
    const found = this.#find(actionId);
    if (found.state === "kept") throw refused("operator.not_undoable");
    this.service = this.service === "stopped" ? "running" : "stopped";
    return this.#note(found, "undone");
  }

  async readService(): Promise<ServiceState> {
    return this.service;
  }

  /** What the host does by itself with what nobody has kept. */
  async letDeadlinesPass(): Promise<void> {
    for (const { actionId, state } of [...this.actions]) if (state === "acted") await this.undo(actionId);
  }

  #find(actionId: string): HostActionRecord {
    const found = this.actions.find((one) => one.actionId === actionId);
    if (found === undefined) throw refused("operator.unknown_action");
    return found;
  }

  #note(found: HostActionRecord, state: HostActionRecord["state"]): HostActionRecord {
    const noted = { ...found, state };
    this.actions[this.actions.indexOf(found)] = noted;
    return noted;
  }
}

function refused(code: "operator.busy" | "operator.not_undoable" | "operator.unknown_action"): StepFailure {
  return new StepFailure("failure.host_operator", {
    params: { host: "px1", reason: message(code, { target: "haproxy" }).text },
  });
}

function recordOf(actionId: string, state: HostActionRecord["state"]): HostActionRecord {
  return {
    ...{ actionId, state, clusterId: operationId, kind: "service", target: "haproxy", bootId: "b" },
    ...{ grantedTo: { who: "ann", operationId }, startedAt: "", undoAtMs: 1, reason: null, byHand: [] },
    ...{ settle: "", process: null },
  };
}

/** A worker that dies between the order and its keeping. */
async function dieIn(host: FakeHost, asked: typeof stop | typeof start): Promise<void> {
  host.diesAfterAct = true;
  await expect(settleService(host, asked, signal)).rejects.toThrow("the worker is gone");
  host.diesAfterAct = false;
}

test("what a worker ordered and did not live to keep is kept by the next, so that the host does not reverse it", async () => {
  const host = new FakeHost();
  await dieIn(host, stop);
  await settleService(host, stop, signal);
  await host.letDeadlinesPass();
  expect([host.service, host.ordered]).toEqual(["stopped", 1]);
});

test("what was ordered and not kept is taken back, where the opposite order would be refused, and stays so", async () => {
  const host = new FakeHost();
  await dieIn(host, stop);
  await settleService(host, start, signal);
  await host.letDeadlinesPass();
  expect(host.service).toBe("running");
});

test("what was kept is taken back by an order of its own, also by a second worker", async () => {
  const host = new FakeHost();
  await settleService(host, stop, signal);
  await dieIn(host, start);
  await settleService(host, start, signal);
  await host.letDeadlinesPass();
  expect([host.service, host.ordered]).toEqual(["running", 2]);
});

test("what the host has reversed meanwhile is ordered anew, some times", async () => {
  const host = new FakeHost();
  for (const id of stops) {
    await dieIn(host, stop);
    expect(host.actions.at(-1)?.actionId).toBe(id);
    await host.letDeadlinesPass();
  }
  await expect(settleService(host, stop, signal)).rejects.toMatchObject({ code: "proxy_service" });
});

test("each thing of each operation has ids of its own", () => {
  const other = actionIdOf("0198f3f0-6d1e-7c3a-9f0e-000000000002", "px1 haproxy stopped");
  expect(new Set([...stops, ...back, other]).size).toBe(stops.length + back.length + 1);
});
