import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { launchChromium } from "@primacy/ui/testing";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Served, serve } from "../testing/served.fixture";

let served: Served;
const streams: ServerResponse[] = [];
let happened = 1;

beforeAll(async () => {
  served = await serve(answer);
});
afterAll(() => served.stop());

/** A stream that stands and tells of no event, and the list of those that happened. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === "/events") return void response.end(`${happened} happened`);
  if (request.url?.startsWith("/api/v1/clusters/orders/stream") !== true)
    return void response.end("<!doctype html><title>a console</title>");
  streams.push(response);
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write("retry: 100\n\n: it stands\n\n");
}

it("a list of events has what happened before the stream was opened, also when it was lost", async () => {
  const built = await build({
    entryPoints: [fileURLToPath(new URL("./stream.fixture.tsx", import.meta.url))],
    bundle: true,
    write: false,
    format: "iife",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(served.origin);
    await page.addScriptTag({ content: built.outputFiles[0]?.text ?? "" });
    await page.getByText("open: 1 happened").waitFor({ timeout: 120_000 });
    happened = 2;
    streams[0]?.end();
    await page.getByText("open: 2 happened").waitFor({ timeout: 120_000 });
    expect(streams).toHaveLength(2);
  } finally {
    await browser.close();
  }
});
