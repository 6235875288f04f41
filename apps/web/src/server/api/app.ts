import { randomBytes } from "node:crypto";
import { refuse } from "@primacy/contract";
import { type EndpointName, endpoints } from "@primacy/contract/api";
import { Hono } from "hono";
import type { WebContext } from "../context";
import { findCookie } from "../http/cookie";
import { listEndpoints } from "../openapi/components";
import { buildDocument, type OpenApiDocument } from "../openapi/document";
import { renderPage } from "../openapi/page";
import { basePath, listAllowed } from "./allowed";
import { readHeaderFacts } from "./facts";
import { finishHeaders } from "./headers";
import { problemResponse } from "./problem";
import type { Route } from "./route";
import { explainFailure, serve } from "./serve";

/** A route for every endpoint of the contract: one that is missing does not compile. */
export type Routes = { readonly [N in EndpointName]: Route };

/** The REST API as one request handler. Throws when a route stands under another endpoint's name. */
export function createApi(context: WebContext, routes: Routes): Hono {
  checkRoutes(routes);
  const app = new Hono();
  let document: OpenApiDocument | undefined;
  const getDocument = (): OpenApiDocument => {
    document ??= buildDocument(context.version);
    return document;
  };
  const refuseWith = (
    request: Request,
    refusal: ReturnType<typeof refuse>,
    headers = new Headers(),
  ): Response => {
    const facts = readHeaderFacts(request.headers);
    const answer = problemResponse(refusal, { ...facts, locale: facts.locale ?? "en" }, headers);
    finishHeaders(answer.headers, facts.requestId);
    return answer;
  };

  app.get(`${basePath}/openapi.json`, ({ req }) => {
    const answer = Response.json(getDocument());
    finishHeaders(answer.headers, readHeaderFacts(req.raw.headers).requestId);
    return answer;
  });
  app.get(`${basePath}/docs`, ({ req }) => documentPage(req.raw, getDocument()));
  for (const [name, endpoint] of listEndpoints()) {
    app.on(endpoint.method.toUpperCase(), toPattern(endpoint.path), (c) =>
      serve(context, name, routes[name], c.req.raw, c.req.param()),
    );
  }
  for (const [path, allow] of listAllowed()) {
    app.all(toPattern(path), ({ req }) =>
      refuseWith(req.raw, refuse("method_not_allowed"), new Headers({ allow })),
    );
  }
  app.notFound(({ req }) =>
    refuseWith(req.raw, refuse("not_found", [], { what: new URL(req.url).pathname })),
  );
  app.onError((error, { req }) => {
    const { requestId } = readHeaderFacts(req.raw.headers);
    return refuseWith(req.raw, explainFailure(context, error, requestId));
  });
  return app;
}

function checkRoutes(routes: Routes): void {
  for (const [name] of listEndpoints()) {
    if (routes[name].endpoint !== endpoints[name])
      throw new Error(`The route ${name} serves another endpoint`);
  }
}

function toPattern(path: string): string {
  return basePath + path.replaceAll(/\{(\w+)\}/g, ":$1");
}

async function documentPage(request: Request, document: OpenApiDocument): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  const theme = findCookie(request.headers.get("cookie"), "primacy_theme");
  const isChosen = theme === "light" || theme === "dark";
  const text = await renderPage(document, { nonce, theme: isChosen ? theme : null });
  const headers = new Headers({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
  });
  finishHeaders(headers, readHeaderFacts(request.headers).requestId);
  return new Response(text, { headers });
}
