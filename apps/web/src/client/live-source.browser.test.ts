import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { launchChromium } from "@primacy/ui/testing";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Served, serve } from "../testing/served.fixture";

const asked: { readonly path: string; readonly header: string | null }[] = [];
const streamPath = "/api/v1/stream";
let served: Served;

beforeAll(async () => {
  served = await serve(answer);
});
afterAll(() => served.stop());

/** 503, then an event and the end, then 503 to the browser's own resumption, then another event. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? "";
  if (!path.startsWith(streamPath)) return void response.end("<!doctype html><title>a console</title>");
  asked.push({ path, header: request.headers["last-event-id"]?.toString() ?? null });
  if (asked.length % 2 === 1) return void response.writeHead(503).end();
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(`retry: 100\n\nid: ${asked.length}\ndata: item ${asked.length}\n\n`);
  if (asked.length === 2) response.end();
}

it("connects again after an answer that makes the browser give up, and resumes at the last event", async () => {
  const entry = fileURLToPath(new URL("./live-source.ts", import.meta.url));
  const built = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "live",
  });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(served.origin);
    await page.addScriptTag({ content: built.outputFiles[0]?.text ?? "" });
    await page.evaluate(`
      window.seen = [];
      window.states = [];
      live.openLiveSource("${streamPath}", {
        onState: (state) => states.push(state),
        onData: (text) => seen.push(text),
      });
    `);
    await page.waitForFunction("seen.length === 2", undefined, { timeout: 120_000 });
    expect(await page.evaluate("seen")).toEqual(["item 2", "item 4"]);
    expect(await page.evaluate("states")).toEqual(["lost", "open", "lost", "lost", "open"]);
  } finally {
    await browser.close();
  }
  expect(asked).toEqual([
    { path: streamPath, header: null },
    { path: streamPath, header: null },
    { path: streamPath, header: "2" },
    { path: `${streamPath}?lastEventId=2`, header: null },
  ]);
});
