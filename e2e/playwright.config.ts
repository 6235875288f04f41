import path from "node:path";
import { defineConfig } from "@playwright/test";
import { consoleUrl } from "./fixtures/console-up";
import type { StoryOptions } from "./fixtures/story";

const results = path.resolve(import.meta.dirname, "../test-results");

const inChinese = {
  name: "zh",
  testMatch: /0[12]-|03-maintenance/,
  use: { language: "zh" as const, locale: "zh-CN" },
};

/**
 * Each project has a console of its own, empty when it begins, and the lab's hosts without what the one before left. Within
 * a project the stories share both, in order: they build on each other as an operator's first days do.
 */
export default defineConfig<object, StoryOptions>({
  testDir: "stories",
  outputDir: path.join(results, "e2e"),
  workers: 1,
  fullyParallel: false,
  // They end what hangs, and are no measure of pace: a busy machine takes its time for each of them.
  timeout: 600_000,
  // The stories build on each other: after a failure the rest would only wait in vain.
  maxFailures: 1,
  expect: { timeout: 60_000 },
  reporter: [["list"], ["json"]],
  projects: [
    { name: "en", testIgnore: /05-/ },
    // Every screen is looked at in Chinese too; only the long run has time to act in it, and to follow the README by curl.
    ...(process.env.PRIMACY_LONG_RUN === "1" ? [inChinese, { name: "readme", testMatch: /05-/ }] : []),
  ],
  use: {
    baseURL: consoleUrl,
    viewport: { width: 1440, height: 900 },
    // What moves is drawn sixty times a second.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    // Pictures and copies of the page at each moment would be a film, made by the same processors.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: "/usr/bin/chromium-headless-shell",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        // The collector has room, and what draws shares the browser's process.
        "--js-flags=--min-semi-space-size=64",
        "--in-process-gpu",
      ],
    },
  },
});
