import { getContext } from "../../server/context";
import { frontShared } from "../../server/front/shared";
import { checkHealth } from "../../server/health";

export const dynamic = "force-dynamic";

/** 200 while this process can serve, 503 while it cannot or is stopping. Open to everybody; says nothing secret. */
export async function GET(): Promise<Response> {
  const health = await checkHealth(await getContext());
  const isOk = health.status === "ok" && !frontShared().isStopping;
  return Response.json(health, { status: isOk ? 200 : 503, headers: { "cache-control": "no-store" } });
}
