import { execFile } from "node:child_process";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { fewestPairs } from "../../packages/core/src/benchmark/index";
import { leastPairs, parseCall as parseMeasure } from "../measure/call.mjs";
import { parseCall as parseSoak } from "../soak/call.mjs";
import { root } from "./run.mjs";

const split = (line: string): string[] => line.split(" ").filter((word) => word !== "");
const measure = (line: string): ReturnType<typeof parseMeasure> => parseMeasure(split(line));
const soak = (line: string): ReturnType<typeof parseSoak> => parseSoak(split(line));

describe("a call of measure", () => {
  it("is read with what it does not say", () => {
    expect(measure("crash --runs 5 --expel 5")).toMatchObject({
      problems: [],
      name: "crash",
      runs: 5,
      expelSeconds: 5,
    });
    expect(measure("agent-cost --minutes 0.5 --pairs=20")).toMatchObject({
      problems: [],
      name: "agent-cost",
      minutes: 0.5,
      pairs: 20,
      seconds: 10,
    });
  });

  it.each([
    [
      "",
      [
        "say one of switchover, crash, topology-latency, harness, article-000, prober, drills, plugin, agent-cost; not ''",
      ],
    ],
    [
      "crush",
      [
        "say one of switchover, crash, topology-latency, harness, article-000, prober, drills, plugin, agent-cost; not 'crush'",
      ],
    ],
    [
      "toString",
      [
        "say one of switchover, crash, topology-latency, harness, article-000, prober, drills, plugin, agent-cost; not 'toString'",
      ],
    ],
    [
      "crash switchover",
      [
        "say one of switchover, crash, topology-latency, harness, article-000, prober, drills, plugin, agent-cost; not 'crash switchover'",
      ],
    ],
    ["switchover --expel 5", ["--expel: not for switchover"]],
    [
      "crash --expel 3 --runs 1.5 --rums 4 -x",
      [
        "--rums: there is no such option",
        "-x: there is no such option",
        "--expel: 0 or 5; not '3'",
        "--runs: a whole number from 1 on; not '1.5'",
        "say one of switchover, crash, topology-latency, harness, article-000, prober, drills, plugin, agent-cost; not 'crash 4'",
      ],
    ],
    [
      `agent-cost --pairs ${leastPairs - 1} --minutes 0 --seconds`,
      [
        "--seconds: a value is missing",
        "--minutes: a number above 0; not '0'",
        `--pairs: a whole number from ${leastPairs} on; not '${leastPairs - 1}'`,
      ],
    ],
    ["crash --runs 3 --runs 4", ["--runs: given twice"]],
    ["crash --runs=", ["--runs: a value is missing"]],
  ])("tells all that is wrong with it: '%s'", (line, problems) => {
    expect(measure(line).problems.toSorted()).toEqual(problems.toSorted());
  });
});

it("asks for as many pairs as have an interval", () => {
  expect(leastPairs).toBe(fewestPairs);
});

describe("a call of soak", () => {
  it("is read", () => {
    expect(soak("--faults 200 --seed 0 --from 57 --naive")).toEqual({
      problems: [],
      table: null,
      drills: 0,
      faults: 200,
      seed: 0,
      from: 57,
      isOnly: false,
      isNaive: true,
      overwrite: false,
    });
  });

  it("is one of drills in a row, with a seed and nothing else", () => {
    expect(soak("--drills 12")).toMatchObject({ problems: [], drills: 12, seed: 1 });
    expect(soak("--drills 0 --faults 3").problems.toSorted()).toEqual([
      "--drills: a whole number from 1 on; not '0'",
      "--faults: has no part in --drills",
    ]);
  });

  it("has seed 1 where none is named", () => {
    expect(soak("--faults 40")).toMatchObject({ problems: [], seed: 1 });
  });

  it("does one fault again, of which only the last time is kept", () => {
    expect(soak("--only 57 --seed 1")).toMatchObject({
      ...{ problems: [], faults: 57, from: 57, isOnly: true, overwrite: true },
    });
  });

  it("prints the tables of a record without a number of faults", () => {
    expect(soak("--table /tmp/a.jsonl")).toMatchObject({ problems: [], table: "/tmp/a.jsonl" });
  });

  it.each([
    ["", ["--faults: is needed, a whole number from 1 on"]],
    [
      "--faults none --seed -1 --from 0 --naive=yes now",
      [
        "--naive: takes no value; not 'yes'",
        "takes options alone; not 'now'",
        "--faults: a whole number from 1 on; not 'none'",
        "--seed: a whole number from 0 on; not '-1'",
        "--from: a whole number from 1 on; not '0'",
      ],
    ],
    ["--faults 3 --seed 1 --from 4", ["--from: 4 is behind the last of 3 faults"]],
    [
      "--table a.jsonl --seed 1 --naive",
      ["--seed: has no part in --table", "--naive: has no part in --table"],
    ],
    ["--table=", ["--table: a value is missing"]],
    [
      "--only x --faults 3 --from 2",
      [
        "--faults: has no part in --only",
        "--from: has no part in --only",
        "--only: a whole number from 1 on; not 'x'",
        "--seed: is needed, a whole number from 0 on",
      ],
    ],
  ])("tells all that is wrong with it: '%s'", (line, problems) => {
    expect(soak(line).problems.toSorted()).toEqual(problems.toSorted());
  });
});

it.each([
  ["measure", ["crush", "--runs", "0"], "crush"],
  ["soak", ["--faults", "0"], "--faults: a whole number from 1 on"],
])("%s ends with 2 before anything is installed, built or started", async (command, args, text) => {
  const ended = await new Promise((resolve) => {
    const file = path.join(root, `scripts/${command}.mjs`);
    const child = execFile(
      process.execPath,
      [file, ...args],
      // Without a path nothing could be.
      { env: { PATH: "" }, timeout: 30_000 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
  expect(ended).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(new RegExp(`${text}[^]*usage: npm run ${command}`)),
  });
});
