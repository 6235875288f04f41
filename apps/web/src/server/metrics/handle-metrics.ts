import { readHeaderFacts } from "../api/facts";
import { finishHeaders } from "../api/headers";
import { problemResponse } from "../api/problem";
import { checkAccess } from "../auth/access";
import { authenticate } from "../auth/authenticate";
import { getContext } from "../context";
import { isLocalClient } from "../front/client-facts";
import { checkHealth } from "../health";

/**
 * The metrics of this process in Prometheus' format. Open to this machine itself; anybody else needs an API token or
 * a session with the role viewer.
 */
export async function handleMetrics(request: Request): Promise<Response> {
  const context = await getContext();
  const facts = readHeaderFacts(request.headers);
  if (!isLocalClient(facts)) {
    const { caller } = await authenticate(context.database, request.headers, facts.isSecure);
    const refusal = checkAccess(caller?.principal ?? null, "viewer");
    if (refusal !== null) return problemResponse(refusal, { ...facts, locale: facts.locale ?? "en" });
  }
  context.metrics.setHasWorker((await checkHealth(context)).worker);
  const { registry } = context.metrics;
  const headers = new Headers({ "content-type": registry.contentType });
  finishHeaders(headers, facts.requestId);
  return new Response(await registry.metrics(), { headers });
}
