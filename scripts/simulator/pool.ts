import { type ChildProcess, fork } from "node:child_process";
import type { Chunk, ChunkResult } from "./chunk";

/** Processes that run chunks, each one at a time. */
export class Pool {
  private readonly children: ChildProcess[] = [];
  private isStopped = false;

  /**
   * `next` gives a process that is free its chunk, or null when there is none left; `onResult` gets every result, in
   * any order; `onEnd` is called once when all processes have ended, with the error that ended one of them, or null.
   */
  constructor(
    private readonly program: string,
    private readonly next: () => Chunk | null,
    private readonly onResult: (result: ChunkResult) => void,
    private readonly onEnd: (error: Error | null) => void,
  ) {}

  start(processes: number): void {
    let running = processes;
    let failure: Error | null = null;
    for (let index = 0; index < processes; index += 1) {
      const child = fork(this.program, [], { execArgv: [], stdio: ["ignore", "inherit", "inherit", "ipc"] });
      this.children.push(child);
      child.on("message", (result: ChunkResult) => {
        if (this.isStopped) return;
        this.onResult(result);
        this.feed(child);
      });
      child.on("exit", (code, signal) => {
        running -= 1;
        if (!this.isStopped && code !== 0) {
          failure = new Error(`a process of the long run ended with ${code ?? signal}`);
          this.stop();
        }
        if (running === 0) this.onEnd(failure);
      });
      this.feed(child);
    }
  }

  /** Ends all processes at once; what they are running is lost. */
  stop(): void {
    this.isStopped = true;
    for (const child of this.children) child.kill("SIGKILL");
  }

  private feed(child: ChildProcess): void {
    if (this.isStopped) return;
    const chunk = this.next();
    if (chunk === null) child.disconnect();
    else child.send(chunk);
  }
}
