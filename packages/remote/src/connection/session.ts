import { message, paramsWith, quote } from "@primacy/contract";
import type { Client } from "ssh2";
import { type CommandResult, type Elevation, type RunOptions, runCommand } from "../command/run-command";
import { RemoteFailure } from "../failure";
import { type UploadRequest, uploadFile } from "../upload/upload-file";
import { ConnectionBroken } from "./connect-failure";
import { type Forwarded, openForward } from "./forward";
import type { SshTarget } from "./target";

/** What the signed-in user may do. */
export type Privilege = "root" | "sudo" | "none";

/**
 * One SSH connection to one host. Calls may run at the same time. When the connection breaks, every call rejects with
 * `host_unreachable`; the session is then useless, and the caller connects again.
 */
export class RemoteSession {
  readonly #closed = new AbortController();
  #privilege: Privilege | null = null;
  #sudoRefusal = "";

  constructor(
    readonly target: SshTarget,
    readonly client: Client,
    private readonly secrets: readonly string[],
  ) {
    client.once("close", () => this.#closed.abort(new ConnectionBroken()));
  }

  /** Aborts when the connection is gone, whoever ended it. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** The name of the host, for people. */
  get hostName(): string {
    return this.target.name;
  }

  /**
   * Runs a command as the signed-in user. Throws `CommandFailure` unless it ends with an exit code that `options`
   * accepts (0), `timeout`, `host_unreachable`, or the reason of the signal.
   */
  async run(args: readonly string[], options: RunOptions): Promise<CommandResult> {
    return this.#run(args, options, "none");
  }

  /** Runs a command as root: directly where the user is root, else by `sudo -n`. Throws `no_sudo` where neither works. */
  async runAsRoot(args: readonly string[], options: RunOptions): Promise<CommandResult> {
    const privilege = await this.observePrivilege(options.signal);
    if (privilege !== "none") return this.#run(args, options, privilege === "sudo" ? "sudo" : "none");
    const reason = this.#sudoRefusal === "" ? message("why.sudo_missing") : quote(this.#sudoRefusal);
    const params = { host: this.target.name, user: this.target.user };
    throw new RemoteFailure("no_sudo", paramsWith(params, { reason }));
  }

  /** Tells what the user may do; asked once per session, changes nothing. */
  async observePrivilege(signal: AbortSignal): Promise<Privilege> {
    if (this.#privilege !== null) return this.#privilege;
    const id = await this.run(["id", "-u"], { signal, timeoutMs: 10_000 });
    if (id.stdout.trim() === "0") {
      this.#privilege = "root";
      return "root";
    }
    const sudo = await this.run(["sudo", "-n", "true"], { signal, timeoutMs: 10_000, acceptsFailure: true });
    this.#privilege = sudo.exitCode === 0 ? "sudo" : "none";
    this.#sudoRefusal = sudo.stderr.trim().split("\n").at(-1) ?? "";
    return this.#privilege;
  }

  /**
   * Writes a file as root with the given mode, and proves by SHA-256 that the host has what was sent. The file appears
   * under its name only when it is whole. Throws `no_space`, `upload_corrupt`, and what `runAsRoot` throws.
   */
  async upload(request: UploadRequest): Promise<void> {
    return uploadFile(this, request);
  }

  /**
   * Connects from the host to a TCP port through this connection, and tells apart that sshd does not forward from
   * everything else that stands in the way. Takes 3 s at most. Throws the reason of `signal`.
   */
  async forward(address: string, port: number, signal: AbortSignal): Promise<Forwarded> {
    return openForward(this.client, address, port, signal);
  }

  /** Ends the connection. Safe to call twice. */
  close(): void {
    this.client.end();
  }

  async #run(args: readonly string[], options: RunOptions, elevation: Elevation): Promise<CommandResult> {
    const secrets = [...this.secrets, ...(options.secrets ?? [])];
    return runCommand(this.client, this.target, args, { ...options, secrets, elevation });
  }
}
