import type { IncomingMessage, ServerResponse } from "node:http";
import { refuse } from "@primacy/contract";
import { refuseRequest } from "./refuse";

/** True for an address whose path cannot be decoded: nothing behind the front is made for it. */
export function hasMalformedPath({ url = "" }: IncomingMessage): boolean {
  try {
    decodeURIComponent(url.split("?")[0] ?? "");
    return false;
  } catch {
    return true;
  }
}

/** Answers such a request with a problem document, 400. */
export function refuseMalformedPath(request: IncomingMessage, response: ServerResponse): Promise<void> {
  return refuseRequest(request, response, refuse("malformed_path"));
}
