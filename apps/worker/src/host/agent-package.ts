import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import type { AgentRelease } from "@primacy/core/host";
import { StepFailure } from "../operation/failure";

/**
 * Describes the agent's package on this machine. Throws a `StepFailure` (`agent_package`) when it is not there or is
 * no gzip file.
 */
export async function readAgentRelease(path: string): Promise<AgentRelease> {
  try {
    const { size } = await stat(path);
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(path)) hash.update(chunk);
    return {
      sha256: hash.digest("hex"),
      packageBytes: size,
      unpackedBytes: await readUnpackedBytes(path, size),
    };
  } catch (error) {
    // A word of the catalogue, or what the system said.
    const reason = error instanceof Error ? error.message : String(error);
    throw new StepFailure("failure.agent_package", { params: { path, reason }, cause: error });
  }
}

/** A gzip file ends with the size of its content. */
async function readUnpackedBytes(path: string, size: number): Promise<number> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(2);
    const tail = Buffer.alloc(4);
    await file.read(head, 0, 2, 0);
    await file.read(tail, 0, 4, Math.max(0, size - 4));
    if (head[0] !== 0x1f || head[1] !== 0x8b) throw new Error("not_gzip");
    return tail.readUInt32LE(0);
  } finally {
    await file.close();
  }
}
