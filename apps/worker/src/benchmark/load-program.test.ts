import { randomUUID } from "node:crypto";
import {
  type HostActionRecord,
  HostOperatorOrder,
  HostOperatorRequest,
  type HostOperatorTask,
} from "@primacy/contract/agent";
import { expect, test } from "vitest";
import type { AgentClients } from "../agent-client/agent-client";
import { makeTestConsole } from "../testing/test-agent";
import { type LoadProgram, runProgram } from "./load-program";

const target = { hostId: randomUUID(), hostName: "app1", address: "192.0.2.1", port: 7433 };
const program: LoadProgram = {
  ...{ target, clusterId: randomUUID(), epoch: 1, actionId: randomUUID(), limitMs: 60_000 },
  grantedTo: { who: "ada", operationId: null },
  action: { kind: "process", program: "/usr/bin/sysbench", args: [], runAs: "nobody", maxOutputBytes: 1_000 },
};

/** A load host whose program writes `first` as it starts, and `last` as it ends once that was read. */
function hostWith(first: string, last: string) {
  const readAt: number[] = [];
  const record = (): HostActionRecord => ({
    ...{ actionId: program.actionId, clusterId: program.clusterId, kind: "process", target: "sysbench" },
    ...{
      grantedTo: program.grantedTo,
      bootId: "b1",
      undoAtMs: 1,
      reason: null,
      byHand: [],
      settle: "rm record",
    },
    startedAt: new Date().toISOString(),
    ...(readAt.length === 0
      ? { state: "acted", process: { pid: 7, isRunning: true, exitCode: null } }
      : { state: "undone", process: { pid: 7, isRunning: false, exitCode: 0 } }),
  });
  const answer = (task: HostOperatorTask): unknown => {
    const action = record();
    if (task.verb !== "read_output") return { kind: "action", action };
    readAt.push(performance.now());
    const written = action.state === "acted" ? first : first + last;
    return { kind: "output", text: written.slice(task.offset), nextOffset: written.length, action };
  };
  const agents: AgentClients = {
    clientFor: (of) => ({
      target: of,
      call: async (name, body) => {
        const clock = { bootId: "b1", monotonicMs: 1_000 };
        const told =
          name === "reportOperator"
            ? { state: "running", clock, actions: [] }
            : answer(HostOperatorOrder.parse(JSON.parse(HostOperatorRequest.parse(body).order.text)).task);
        return JSON.parse(JSON.stringify(told));
      },
      readStream: () => Promise.resolve(),
    }),
  };
  return { agents, readAt };
}

test("a program that runs is asked once a second whatever it writes, and one that has ended is read to its end at once", async () => {
  const { identity } = await makeTestConsole(randomUUID());
  const { agents, readAt } = hostWith("begun\n", "done\n");
  const certificates = { identity, issueForHost: () => Promise.reject(new Error("nobody asks for one")) };
  const parts: string[] = [];
  const end = await runProgram(
    { agents, certificates },
    program,
    AbortSignal.timeout(60_000),
    async (text) => {
      parts.push(text);
    },
  );
  expect(end).toEqual({ exitCode: 0, isLate: false });
  expect(parts).toEqual(["begun\n", "done\n"]);
  expect(readAt).toHaveLength(3);
  const [first = 0, second = 0, third = 0] = readAt;
  expect(second - first).toBeGreaterThan(990);
  expect(third - second).toBeLessThan(990);
});
