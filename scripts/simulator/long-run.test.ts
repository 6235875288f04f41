import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Bundle, bundleWorker } from "./bundle";
import { type LongRunEnd, type LongRunOptions, runLong } from "./long-run";
import { findProgress, type Progress, startProgress } from "./progress";
import { createTallies, describeTallies } from "./tally";

const SEED = 1;
/** Two whole chunks and a half. */
const END = 250;

const folder = mkdtempSync(path.join(tmpdir(), "primacy-worlds-"));
let worker: Bundle;
let files = 0;

beforeAll(async () => {
  worker = await bundleWorker(folder);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function nameStateFile(): string {
  files += 1;
  return path.join(folder, `state-${files}.json`);
}

function run(
  start: Progress,
  options: Pick<LongRunOptions, "stateFile"> & Partial<LongRunOptions>,
): Promise<LongRunEnd> {
  const { signal } = new AbortController();
  return runLong(start, {
    program: worker.program,
    end: END,
    processes: 1,
    say: () => {},
    signal,
    ...options,
  });
}

/** A process that ends at its third chunk as it is told; the chunks before count as 100 schedules each. */
function writeStandIn(atThird: string): string {
  files += 1;
  const program = path.join(folder, `stand-in-${files}.mjs`);
  const { 3: three, ...others } = createTallies();
  const tallies = { ...others, 3: { ...three, schedules: 100 } };
  writeFileSync(
    program,
    `let chunks = 0;
process.on("message", ({ firstSeed }) => {
  chunks += 1;
  if (chunks === 3) ${atThird};
  else process.send({ firstSeed, tallies: ${JSON.stringify(tallies)}, violation: null });
});
process.on("disconnect", () => process.exit(0));`,
  );
  return program;
}

describe("a long run", () => {
  it("that was stopped goes on where it stood, and comes to what one that was not comes to", async () => {
    const { digest } = worker;
    const file = nameStateFile();
    const whole = await run(startProgress(file, digest, SEED, null), { stateFile: file, processes: 2 });
    expect(whole.violation).toBeNull();
    expect(whole.progress.next).toBe(END);
    expect(describeTallies(whole.progress.tallies)).toMatchObject({
      schedules: END,
      withTwoHosts: END / 10,
      withFiveHosts: END / 10,
    });

    const stateFile = nameStateFile();
    const stopping = new AbortController();
    const stopped = run(startProgress(stateFile, digest, SEED, null), { stateFile, signal: stopping.signal });
    await vi.waitUntil(() => findProgress(stateFile, digest, SEED) !== null, {
      timeout: 300_000,
      interval: 5,
    });
    stopping.abort();
    const { progress } = await stopped;
    expect(progress.next).toBeGreaterThan(0);
    expect(progress.next).toBeLessThan(END);

    const left = startProgress(stateFile, digest, SEED, null);
    expect(left).toEqual(progress);
    const resumed = await run(left, { stateFile, processes: 2 });
    expect(resumed).toEqual(whole);
    expect(startProgress(stateFile, digest, SEED, null)).toEqual(whole.progress);
  });

  it("begins anew where the code, the seed or the beginning is another, or the file is not whole", async () => {
    const stateFile = nameStateFile();
    const { digest } = worker;
    const { progress } = await run(startProgress(stateFile, digest, SEED, null), { stateFile, end: 100 });
    expect(progress.next).toBe(100);
    expect(startProgress(stateFile, digest, SEED, null).next).toBe(100);

    const nothing = { tallies: createTallies(), from: 0, next: 0 };
    expect(startProgress(stateFile, "other code", SEED, null)).toEqual({
      ...nothing,
      digest: "other code",
      seed: SEED,
    });
    expect(startProgress(stateFile, digest, 2, null)).toEqual({ ...nothing, digest, seed: 2 });
    expect(startProgress(stateFile, digest, SEED, 40)).toEqual({
      ...nothing,
      digest,
      seed: SEED,
      from: 40,
      next: 40,
    });
    writeFileSync(stateFile, JSON.stringify(progress).slice(0, -1));
    expect(startProgress(stateFile, digest, SEED, null).next).toBe(0);
  });

  it("is named by the code that it runs", async () => {
    expect(await bundleWorker(folder)).toEqual(worker);
    expect(worker.program).toContain(worker.digest);
  });

  it("fails where one of its processes dies, and keeps what was finished", async () => {
    const stateFile = nameStateFile();
    const start = startProgress(stateFile, "stand-in", SEED, null);
    const dead = run(start, { stateFile, program: writeStandIn("process.exit(3)") });
    await expect(dead).rejects.toThrow("ended with 3");
    expect(startProgress(stateFile, "stand-in", SEED, null).next).toBe(200);
  });

  it("ends at the first broken promise, and goes on before it", async () => {
    const stateFile = nameStateFile();
    const violation = { seed: 222, findings: ["I1"], schedule: "" };
    const result = `{ firstSeed, tallies: ${JSON.stringify(createTallies())}, violation: ${JSON.stringify(violation)} }`;
    const end = await run(startProgress(stateFile, "stand-in", SEED, null), {
      stateFile,
      program: writeStandIn(`process.send(${result})`),
    });
    expect(end.violation).toEqual(violation);
    expect(startProgress(stateFile, "stand-in", SEED, null).next).toBe(200);
  });
});
