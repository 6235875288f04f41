import type { IncomingMessage, ServerResponse } from "node:http";
import { refuse } from "@primacy/contract";
import { readHeaderFacts } from "../api/facts";
import { finishHeaders } from "../api/headers";
import { problemResponse } from "../api/problem";

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
export async function refuseMalformedPath(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const sent = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const facts = readHeaderFacts(new Headers(sent));
  const answer = problemResponse(refuse("malformed_path"), { ...facts, locale: facts.locale ?? "en" });
  finishHeaders(answer.headers, facts.requestId);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
}
