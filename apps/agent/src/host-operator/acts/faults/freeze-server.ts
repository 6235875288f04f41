import { messageWith } from "@primacy/contract";
import type { FaultEvidence } from "@primacy/contract/agent";
import type { ActingHost } from "@primacy/host-acts";
import { tellError } from "../../../message/told-error";
import type { FaultUndo } from "../../record";
import { UndoFailure } from "../../refusal";
import { findListeningServer } from "../listening-server";
import { type FaultKind, type FaultOf, type FaultOrder, hitOf, noteFault } from "./fault-kind";
import { freeze, requireRunning, thaw } from "./frozen-process";

/** Stops the server on a port by SIGSTOP: its connections stay open, and it answers none. Undone, it goes on. */
export class FreezeServer implements FaultKind<"freeze_server"> {
  readonly #host: ActingHost;

  constructor(host: ActingHost) {
    this.#host = host;
  }

  async prepare({ port }: FaultOf<"freeze_server">): Promise<FaultUndo> {
    const { process: server } = await findListeningServer(port);
    await requireRunning(server);
    return noteFault(server);
  }

  perform({ undo }: FaultOrder<"freeze_server">): Promise<FaultEvidence> {
    return freeze(this.#host, hitOf(undo));
  }

  async undo({ undo }: FaultOrder<"freeze_server">): Promise<void> {
    try {
      await thaw(this.#host, hitOf(undo));
    } catch (error) {
      throw new UndoFailure(messageWith("operator.undo_failed", {}, { reason: tellError(error) }));
    }
  }

  listByHand({ undo }: FaultOrder<"freeze_server">): readonly string[] {
    return [`kill -CONT ${hitOf(undo).pid}`];
  }
}
