import { request } from "node:http";
import { installLayout } from "@primacy/contract/agent";
import type { z } from "zod";

const timeoutMs = 10_000;
const noAgent = `No agent is running on this host. To let go of its addresses without one, run ${installLayout.releaseScript}.`;

/** The agent cannot be asked, or refused; the message is for people. */
export class ControlError extends Error {
  readonly code: string;
  readonly retryable = true;

  constructor(message: string, code: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ControlError";
    this.code = code;
  }
}

/** Asks the agent of this host over its socket. Throws ControlError. */
export function callControl<T>(
  socketFile: string,
  path: string,
  body: unknown,
  answer: z.ZodType<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath: socketFile, path, method: "POST", timeout: timeoutMs }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => {
        try {
          const parsed: unknown = JSON.parse(text);
          if (response.statusCode !== 200) {
            reject(new ControlError(describeRefusal(parsed), "refused"));
            return;
          }
          resolve(answer.parse(parsed));
        } catch (error) {
          reject(new ControlError("the agent's answer cannot be understood", "protocol", error));
        }
      });
    });
    sent.on("timeout", () => {
      sent.destroy(new ControlError("the agent does not answer: it hangs or is stopped", "timeout"));
    });
    sent.on("error", (error) => {
      reject(error instanceof ControlError ? error : describeFailure(error));
    });
    sent.end(body === null ? "" : JSON.stringify(body));
  });
}

function describeRefusal(parsed: unknown): string {
  return typeof parsed === "object" && parsed !== null && "error" in parsed
    ? String(parsed.error)
    : "the agent refused";
}

function describeFailure(error: Error): ControlError {
  const code = "code" in error ? String(error.code) : "unknown";
  const texts: Readonly<Record<string, string>> = {
    ENOENT: noAgent,
    ECONNREFUSED: noAgent,
    EACCES: "only root may ask the agent",
    EPERM: "only root may ask the agent",
  };
  return new ControlError(texts[code] ?? error.message, code, error);
}
