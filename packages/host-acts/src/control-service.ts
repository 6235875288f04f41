import type { ActingHost } from "./host";

/** Starts, stops or restarts a service by the host's own `service` command. Throws what the host throws when that fails. */
export async function controlService(
  host: ActingHost,
  service: string,
  action: "start" | "stop" | "restart",
  options: { readonly timeoutMs?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  await host.exec(["service", service, action], {
    timeoutMs: options.timeoutMs ?? 30_000,
    signal: options.signal,
  });
}
