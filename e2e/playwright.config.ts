import path from "node:path";
import { defineConfig } from "@playwright/test";

const results = path.resolve(import.meta.dirname, "../test-results");

/** One console and one lab serve all stories, in order: they build on each other as an operator's first day does. */
export default defineConfig({
  testDir: "stories",
  outputDir: path.join(results, "e2e"),
  workers: 1,
  fullyParallel: false,
  timeout: 180_000,
  // The stories build on each other: after a failure the rest would only wait in vain.
  maxFailures: 1,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json"]],
  globalSetup: "./fixtures/console-up.ts",
  use: {
    baseURL: "http://127.0.0.1:4310",
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
      ],
    },
  },
});
