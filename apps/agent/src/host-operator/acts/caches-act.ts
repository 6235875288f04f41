import { writeFile } from "node:fs/promises";
import { message } from "@primacy/contract";
import type { ActingHost } from "@primacy/host-acts";
import { ownsKernel } from "../../host-machine/owns-kernel";
import { OperatorRefusal } from "../refusal";
import type { Act, Performed } from "./act";

/** Page cache, directory entries and inodes (proc_sys_vm(5)). */
const everything = "3\n";
/** What is not on the disk yet has to be written first: a large cache on a slow disk takes minutes. */
const writeLimitMs = 300_000;

/** How the kernel is told; another one in tests. */
export interface CachesPlace {
  readonly file: string;
  ownsKernel(): boolean;
}

const here: CachesPlace = { file: "/proc/sys/vm/drop_caches", ownsKernel: () => ownsKernel() };

/**
 * Drops what the kernel keeps of files in memory. Nothing is lost by it and nothing is undone: files are read from the disk again. Refused
 * where the kernel is not this host's own.
 */
export class CachesAct implements Act<"caches"> {
  readonly #host: ActingHost;
  readonly #place: CachesPlace;

  constructor(host: ActingHost, place: CachesPlace = here) {
    this.#host = host;
    this.#place = place;
  }

  async prepare(): Promise<Performed<"caches">["undo"]> {
    if (!this.#place.ownsKernel()) throw new OperatorRefusal(message("operator.shared_kernel"));
    return { kind: "caches" };
  }

  async perform({ undo }: Performed<"caches">): Promise<Performed<"caches">["undo"]> {
    // What is not written yet stays in memory.
    await this.#host.exec(["sync"], { timeoutMs: writeLimitMs });
    await writeFile(this.#place.file, everything);
    return undo;
  }

  async undo(): Promise<void> {}

  listByHand(): readonly string[] {
    return [];
  }
}
