import type { Instrumentation } from "next";

/** Starts what the server side shares before the first request, so that a wrong environment shows at once. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startServerSide } = await import("./server/start");
  await startServerSide();
}

/** Logs what a page failed with; people see only a digest. */
export const onRequestError: Instrumentation.onRequestError = async (error, request) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { reportPageError } = await import("./server/start");
  await reportPageError(error, { method: request.method, path: request.path });
};
