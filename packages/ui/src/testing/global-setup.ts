import { serveChromium } from "./chromium";

/** Vitest's global setup: one Chromium for all test files of a run. Returns the teardown. */
export const setup = serveChromium;
