import type { Hono } from "hono";
import { getContext, type WebContext } from "../context";
import { createApi } from "./app";
import { routes } from "./routes";

let api: { readonly context: WebContext; readonly app: Hono } | undefined;

/** Answers any request under `/api/v1`. */
export async function handleApi(request: Request): Promise<Response> {
  const context = await getContext();
  if (api?.context !== context) api = { context, app: createApi(context, routes) };
  return api.app.fetch(request);
}
