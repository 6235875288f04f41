import type { OperatorSession } from "../host-operator/operator-session";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";

/** Whether a service that was started is still there after this long: what does not like its configuration ends soon. */
const watchMs = 3_000;

/** Sees that a service that was started stays up. Throws `StepFailure` `proxy_service_ended`. */
export async function requireSteady(
  session: Pick<OperatorSession, "readService">,
  host: string,
  service: string,
  signal: AbortSignal,
): Promise<void> {
  const gone = await poll({ everyMs: 500, limitMs: watchMs, signal }, async () =>
    (await session.readService(service, signal)) === "running" ? null : true,
  );
  if (gone !== null) throw new StepFailure("failure.proxy_service_ended", { params: { host, service } });
}
