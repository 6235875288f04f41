import { handleMetrics } from "../../server/metrics/handle-metrics";

export const dynamic = "force-dynamic";

export { handleMetrics as GET };
