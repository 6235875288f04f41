"use client";

import { type ApiClient, createApiClient } from "@primacy/contract/api";

const timeoutMs = 70_000;

/** The API of the console that served this page, with the reader's session. Throws ApiProblem with all reasons. */
export const api: ApiClient = createApiClient({
  baseUrl: "",
  fetch: (url, init) =>
    fetch(url, { ...init, credentials: "same-origin", signal: AbortSignal.timeout(timeoutMs) }),
});
