import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { refuse } from "@primacy/contract";
import { basePath, findAllowed } from "../api/allowed";
import { refuseRequest } from "./refuse";

/** The methods that Next carries inward; others it cannot make a request of (TRACE), or answers without words. */
const carried: readonly string[] = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/** What pages, `/healthz` and `/metrics` are asked by. */
const allowedOfPages = "GET, HEAD";

/** True for a method that no address has: nothing behind the front is made for it. */
export function hasForeignMethod({ method = "" }: IncomingMessage): boolean {
  return !carried.includes(method);
}

/** Answers such a request as the API answers a method that its address does not have: 405 and `Allow`, or 404. */
export function refuseForeignMethod(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = pathOf(request.url ?? "");
  const isOfApi = path === basePath || path.startsWith(`${basePath}/`);
  const allow = isOfApi ? findAllowed(path) : allowedOfPages;
  return allow === null
    ? refuseRequest(request, response, refuse("not_found", [], { what: path }))
    : refuseRequest(request, response, refuse("method_not_allowed"), new Headers({ allow }));
}

/** The console is no proxy: whoever asks for a tunnel is told so, and the connection ends. */
export function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  // Node took its own listener away with the request: a client that is gone would end the process.
  socket.on("error", () => socket.destroy());
  const head = `HTTP/1.1 405 Method Not Allowed\r\nAllow: ${allowedOfPages}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
  socket.end(head, () => socket.destroy());
}

/** The path of a request's target, which a client may also write as a whole URL. */
function pathOf(target: string): string {
  return decodeURIComponent(target.replace(/^https?:\/\/[^/?]*/i, "").split("?")[0] ?? "");
}
