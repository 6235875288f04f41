import { createServer, type Server, type ServerResponse } from "node:http";
import type { Registry } from "prom-client";
import type { WorkerService } from "../context";

const checkTimeoutMs = 3_000;

/** `/healthz` (200 while the database answers, else 503) and `/metrics` on a port of their own; nothing for people. */
export class HealthServer implements WorkerService {
  readonly name = "health";
  readonly #server: Server;
  #stopped: Promise<void> | undefined;

  constructor(
    private readonly listen: { readonly address: string; readonly port: number },
    private readonly metrics: Registry,
    private readonly facts: { readonly version: string; check(): Promise<void> },
  ) {
    this.#server = createServer((request, response) => {
      void this.#answer(request.method ?? "", request.url ?? "", response);
    });
    this.#server.requestTimeout = 10_000;
  }

  /** The port that it listens on; 0 before the start. */
  get port(): number {
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(this.listen.port, this.listen.address, () => resolve());
    });
  }

  stop(): Promise<void> {
    this.#stopped ??= new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
    return this.#stopped;
  }

  async #answer(method: string, url: string, response: ServerResponse): Promise<void> {
    const path = url.split("?")[0];
    if (method !== "GET" && method !== "HEAD") return send(response, 405, "text/plain", "");
    if (path === "/healthz") return this.#answerHealth(response);
    if (path !== "/metrics") return send(response, 404, "text/plain", "");
    send(response, 200, this.metrics.contentType, await this.metrics.metrics());
  }

  async #answerHealth(response: ServerResponse): Promise<void> {
    const { version } = this.facts;
    const isUp = await Promise.race([
      this.facts.check().then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), checkTimeoutMs).unref()),
    ]);
    const body = { status: isUp ? "ok" : "database_unavailable", version };
    send(response, isUp ? 200 : 503, "application/json", JSON.stringify(body));
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
  response.end(body);
}
