import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Message, message } from "@primacy/contract";
import { roleCheckCluster, roleCheckPaths } from "@primacy/contract/agent";
import type { AskedRole } from "@primacy/core/proxy";
import type { Log } from "../log/log";

/** Why the server of one cluster has not the role that is asked for; null: it has. */
export type JudgeRole = (asked: AskedRole) => Message | null;

interface Check {
  readonly port: number;
  readonly judge: JudgeRole;
}

const listenRetryMs = 200;
/** A check is one short request on one connection. */
const requestLimitMs = 2_000;
const mostConnections = 128;
const methods = ["GET", "HEAD", "OPTIONS"];

/**
 * Answers proxies by plain HTTP which role the servers of this host have, for the clusters for which that was switched on: 200,
 * or 503 with a line that says why not. Nobody is asked for a certificate, and nothing else is told.
 */
export class RoleChecks {
  readonly #address: string;
  readonly #log: Log;
  readonly #checks = new Map<string, Check>();
  readonly #listening = new Map<number, Listening>();

  constructor(address: string, log: Log) {
    this.#address = address;
    this.#log = log;
  }

  /** Answers for a cluster on a port from now on, in place of another one; null: no more. It listens as soon as the port is free. */
  set(clusterId: string, port: number | null, judge: JudgeRole): void {
    if (port === null) this.#checks.delete(clusterId);
    else this.#checks.set(clusterId, { port, judge });
    this.#align();
  }

  /** Ends all of it. */
  stop(): void {
    this.#checks.clear();
    this.#align();
  }

  #align(): void {
    const wanted = new Set([...this.#checks.values()].map(({ port }) => port));
    for (const [port, listening] of this.#listening) {
      if (wanted.has(port)) continue;
      listening.close();
      this.#listening.delete(port);
    }
    for (const port of wanted) {
      if (!this.#listening.has(port)) this.#listening.set(port, this.#listen(port));
    }
  }

  #listen(port: number): Listening {
    const server = createServer((request, response) => this.#serve(port, request, response));
    server.maxConnections = mostConnections;
    server.requestTimeout = requestLimitMs;
    server.headersTimeout = requestLimitMs;
    server.keepAliveTimeout = requestLimitMs;
    return listenUntilClosed(server, this.#address, port, this.#log);
  }

  #serve(port: number, { method = "", url = "" }: IncomingMessage, response: ServerResponse): void {
    const [path = "", query = ""] = url.split("?");
    const asked = askedBy(path);
    if (asked === null) {
      answer(response, 404, "no such check");
    } else if (!methods.includes(method)) {
      answer(response, 405, "only GET, HEAD and OPTIONS");
    } else {
      const named = new URLSearchParams(query).get(roleCheckCluster);
      const reason = this.#judge(port, named, asked);
      answer(response, reason === null ? 200 : 503, reason?.text ?? asked);
    }
  }

  #judge(port: number, named: string | null, asked: AskedRole): Message | null {
    const here = [...this.#checks].filter(([, check]) => check.port === port);
    const meant = named === null ? here : here.filter(([clusterId]) => clusterId === named);
    const [only, further] = meant;
    if (only === undefined) return message("role_check.unknown_cluster");
    if (further !== undefined) return message("role_check.several", { parameter: roleCheckCluster });
    return only[1].judge(asked);
  }
}

interface Listening {
  close(): void;
}

/** An agent that is replaced may have the port for a moment longer. */
function listenUntilClosed(server: Server, host: string, port: number, log: Log): Listening {
  let retry: NodeJS.Timeout | undefined;
  let wasTold = false;
  const attempt = (): void => {
    server.listen({ host, port });
  };
  server.on("listening", () => log.info("answers role checks", { port }));
  server.on("error", (error) => {
    if (!wasTold) log.error("cannot listen for role checks yet", { host, port, error: error.message });
    wasTold = true;
    retry = setTimeout(attempt, listenRetryMs);
    retry.unref();
  });
  attempt();
  return {
    close: () => {
      clearTimeout(retry);
      server.removeAllListeners("error");
      server.on("error", () => undefined);
      server.close();
      server.closeAllConnections();
    },
  };
}

function askedBy(path: string): AskedRole | null {
  if (path === roleCheckPaths.primary) return "primary";
  return path === roleCheckPaths.secondary ? "secondary" : null;
}

function answer(response: ServerResponse, status: number, text: string): void {
  const body = `${text}\n`;
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    connection: "close",
  });
  // Node leaves it out for HEAD.
  response.end(body);
}
