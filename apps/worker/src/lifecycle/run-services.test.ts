import { pino } from "pino";
import { expect, test } from "vitest";
import type { WorkerService } from "../context";
import { runServices } from "./run-services";

const log = pino({ level: "silent" });

function record(
  names: readonly string[],
  change: Record<string, Partial<WorkerService>> = {},
): {
  services: WorkerService[];
  told: string[];
} {
  const told: string[] = [];
  const services = names.map((name) => ({
    name,
    start: async () => {
      told.push(`start ${name}`);
      await change[name]?.start?.();
    },
    stop: async () => {
      told.push(`stop ${name}`);
      await change[name]?.stop?.();
    },
  }));
  return { services, told };
}

test("services start in order and stop in reverse, once, however often it is asked for", async () => {
  const { services, told } = record(["a", "b"]);
  const running = runServices(services, log);
  await running.started;
  await Promise.all([running.stop(), running.stop()]);
  await running.stop();
  expect(told).toEqual(["start a", "start b", "stop b", "stop a"]);
});

test("when one cannot start, what was started is stopped, half started too, and the failure is told", async () => {
  const failure = new Error("no luck");
  const { services, told } = record(["a", "b", "c"], { b: { start: () => Promise.reject(failure) } });
  await expect(runServices(services, log).started).rejects.toBe(failure);
  expect(told).toEqual(["start a", "start b", "stop b", "stop a"]);
});

test("a stop while one is starting ends the start, and nothing after it begins", async () => {
  let release = (): void => undefined;
  const waiting = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { services, told } = record(["a", "b"], { a: { start: () => waiting, stop: async () => release() } });
  const running = runServices(services, log);
  await running.stop();
  await running.started;
  expect(told).toEqual(["start a", "stop a"]);
});

test("one that cannot stop does not keep the others from stopping", async () => {
  const { services, told } = record(["a", "b"], { b: { stop: () => Promise.reject(new Error("stuck")) } });
  const running = runServices(services, log);
  await running.started;
  await running.stop();
  expect(told).toEqual(["start a", "start b", "stop b", "stop a"]);
});
