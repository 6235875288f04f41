import { createServer } from "node:net";
import { formatMessage } from "@primacy/contract";
import { expect, test } from "vitest";
import { StepFailure } from "../../operation/failure";
import { findPrimary } from "./find-primary";

/** A port of this machine on which nothing listens. */
async function findClosedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("why no server is the primary is told in the reader's language, a reason for each", async () => {
  const ports = [await findClosedPort(), await findClosedPort()];
  const servers = ports.map((port) => ({ address: "127.0.0.1", port, authority: null }));
  const account = { user: "primacy_agent", password: "secret" };
  const failure = await findPrimary(servers, account, "orders", new AbortController().signal).catch(
    (error: unknown) => error,
  );
  if (!(failure instanceof StepFailure)) throw new Error("expected a StepFailure", { cause: failure });
  const reasons = ports.map((port) => `127.0.0.1:${port} 上的服务器没有应答：连接被拒绝。`);
  expect(formatMessage(failure.explanation, "zh")).toBe(
    `无法连接 orders 的任何主库：${reasons.join("")}请恢复该组后重试。`,
  );
});
