import type { IncomingMessage, ServerResponse } from "node:http";
import type { Refusal } from "@primacy/contract";
import { readHeaderFacts } from "../api/facts";
import { finishHeaders } from "../api/headers";
import { problemResponse } from "../api/problem";

/** Answers a request with a problem document before anything behind the front is made for it. */
export async function refuseRequest(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  headers: Headers = new Headers(),
): Promise<void> {
  const sent = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const facts = readHeaderFacts(new Headers(sent));
  const answer = problemResponse(refusal, { ...facts, locale: facts.locale ?? "en" }, headers);
  finishHeaders(answer.headers, facts.requestId);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
}
