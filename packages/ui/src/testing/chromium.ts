import { readFileSync, writeFileSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";

/** What every Chromium of ours is started with: neither draws windows nor talks to anybody. */
export const chromiumArguments: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];

/**
 * For pages that live for seconds: nothing is compiled that they would not live to profit from, the collector has room, and what
 * draws shares the browser's process. A page takes a fifth less processor time; one that lives long would run slower.
 */
export const shortLivedArguments: readonly string[] = [
  "--js-flags=--min-semi-space-size=64,--no-opt,--no-maglev,--single-threaded",
  "--in-process-gpu",
];

const executablePath = "/usr/bin/chromium-headless-shell";

/** Where the one Chromium of a test run listens. */
const SERVER_VARIABLE = "PRIMACY_TEST_CHROMIUM";

/**
 * Starts Debian's Chromium without the parts that draw windows, which cost two fifths of the processor time of a test. Within
 * a run that `serveChromium` serves, it connects to the one that runs: closing it then closes the pages that it opened.
 * Whoever starts it closes it; Playwright does at a signal, and ends this process, unless `leavesSignals` is set.
 */
export function launchChromium({ leavesSignals = false } = {}): Promise<Browser> {
  const endpoint = process.env[SERVER_VARIABLE];
  if (endpoint !== undefined) return chromium.connect(endpoint);
  const handles = !leavesSignals;
  return chromium.launch({
    handleSIGINT: handles,
    handleSIGTERM: handles,
    handleSIGHUP: handles,
    executablePath,
    args: [...chromiumArguments],
  });
}

/**
 * Starts one Chromium for all processes of a test run that begin after it; resolves to what ends it. The long run, which measures how fast
 * pages are, gets one that compiles as a user's does.
 */
export async function serveChromium(): Promise<() => Promise<void>> {
  const isLongRun = process.env.PRIMACY_LONG_RUN === "1";
  const args = isLongRun ? [...chromiumArguments] : [...chromiumArguments, ...shortLivedArguments];
  const server = await chromium.launchServer({ host: "127.0.0.1", executablePath, args });
  takeOwnShare(server.process().pid);
  process.env[SERVER_VARIABLE] = server.wsEndpoint();
  return async () => {
    delete process.env[SERVER_VARIABLE];
    await server.close();
  };
}

/** The kernel shares the processors between sessions. A browser has one of its own, and gets the share of the run that starts it. */
function takeOwnShare(pid: number | undefined): void {
  try {
    const share = /nice (-?\d+)/.exec(readFileSync("/proc/self/autogroup", "utf8"))?.[1];
    if (share !== undefined) writeFileSync(`/proc/${pid}/autogroup`, share);
  } catch {
    // This kernel does not group by sessions, or the browser has ended.
  }
}
