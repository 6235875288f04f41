import { configDefaults, defineConfig } from "vitest/config";
import { SharedFirst } from "./scripts/test/shared-first.mjs";
import { kinds, simFiles, simFolders } from "./scripts/test/test-kinds.mjs";

const files = (kind: string): string[] => [`{apps,packages,scripts}/**/*.${kind}.test.{ts,tsx}`];
const isLongRun = process.env.PRIMACY_LONG_RUN === "1";
/** The VIP decision in the simulator, and statistics over many made-up runs: processor time alone, most of that of all unit tests. */
const simulated = [...simFolders.map((folder) => `${folder}/**/*.test.ts`), ...simFiles];
/** Plays seven times the schedules of the rest; only the long run has time for it. */
const longSimulated = ["scripts/simulator/timid.test.ts"];
/** Each run tries a property with the same values; the long run takes others each time. */
const setupFiles = ["scripts/test/fixed-seed.ts"];

/** They end what hangs, and are no measure of pace: three starts of a tool take 5 s alone, and 60 s beside four other lanes. */
const limits = {
  testTimeout: 300_000,
  hookTimeout: 600_000,
  // Of its own accord a poll gives up after 1 s: less than a page needs at times beside four other lanes.
  expect: { poll: { timeout: 60_000 } },
};

/** One project per kind of test: what it needs decides how it is run, not which package it stands in. */
export default defineConfig({
  test: {
    sequence: { sequencer: SharedFirst },
    projects: [
      {
        test: {
          name: "unit",
          setupFiles,
          include: ["{apps,packages,scripts}/**/*.test.{ts,tsx}"],
          exclude: [
            ...configDefaults.exclude,
            "**/.next/**",
            ...kinds.map((kind) => `**/*.${kind}.test.{ts,tsx}`),
            ...simulated,
          ],
          ...limits,
          maxWorkers: 2,
          // Files share what they import: loading it for each anew takes twice the time of the tests themselves.
          isolate: false,
        },
      },
      {
        test: {
          name: "sim",
          setupFiles,
          include: simulated,
          exclude: isLongRun ? [] : longSimulated,
          ...limits,
          // The long run plays forty times the schedules.
          testTimeout: 600_000,
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        test: {
          name: "db",
          include: files("db"),
          // One PostgreSQL server for all of them; each file gets a database of its own.
          globalSetup: ["packages/db/src/testing/global-setup.ts"],
          ...limits,
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        test: {
          name: "netns",
          include: files("netns"),
          ...limits,
          maxWorkers: 1,
          fileParallelism: false,
          isolate: false,
        },
      },
      {
        test: {
          name: "browser",
          include: files("browser"),
          globalSetup: [
            "packages/ui/src/testing/global-setup.ts",
            "apps/web/src/testing/fixture-pages.fixture.ts",
          ],
          ...limits,
          isolate: false,
          // Its lane is the last to end, when the other processor has nothing to do any more.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "host",
          include: files("host"),
          ...limits,
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "labs",
          // They make and take down labs of their own.
          include: files("labs"),
          ...limits,
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "lab",
          include: files("lab"),
          // Whole files that only the long run has time for; single tests stand behind `isLongRun`.
          exclude: isLongRun ? [] : ["**/*.long.lab.test.ts"],
          globalSetup: ["packages/db/src/testing/global-setup.ts"],
          ...limits,
          // A look at all kernels of a lab starts a command for each host.
          expect: { poll: { ...limits.expect.poll, interval: 200 } },
          maxWorkers: 1,
          fileParallelism: false,
          isolate: false,
        },
      },
    ],
  },
});
