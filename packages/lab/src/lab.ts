import { join } from "node:path";
import type { Connection } from "mysql2/promise";
import { LabClient } from "./client/lab-client";
import { LabError } from "./errors";
import { LabFaults } from "./fault/lab-faults";
import { getSshAccess, type SshAccess } from "./fixture/ssh-access";
import { LabHost } from "./host/lab-host";
import type { LabNames } from "./lab-names";
import { connectMysql, type MysqlOptions } from "./mysql/connect";
import { findPrimary } from "./mysql/group";
import { type ResetGroupOptions, resetGroup } from "./mysql/reset-group";
import { LabObserver } from "./observe/lab-observer";
import { getOneLabDirectory } from "./paths";
import { LabPlugin } from "./plugin/lab-plugin";
import { type DatabaseName, type HostName, hostRoles } from "./roster";
import type { LabState } from "./state/lab-state";
import { type StopLabOptions, stopLab } from "./stop-lab";

/** One lab: its hosts and how to reach them. It holds no live resource; any number may exist for one lab. */
export class Lab {
  readonly names: LabNames;
  readonly state: LabState;
  readonly hosts: readonly LabHost[];
  readonly fault: LabFaults;
  readonly observe: LabObserver;
  readonly client: LabClient;
  readonly plugin: LabPlugin;

  constructor(names: LabNames, state: LabState) {
    this.names = names;
    this.state = state;
    this.hosts = state.hosts.map((host) => new LabHost(names, host));
    this.fault = new LabFaults(this);
    this.observe = new LabObserver(this);
    this.client = new LabClient(this);
    this.plugin = new LabPlugin(this);
  }

  /** Private SSH key that opens root on every host; 0600. */
  get sshKeyPath(): string {
    return join(getOneLabDirectory(this.names.lab), "ssh", "id_ed25519");
  }

  /** Accounts of the lab: MySQL `admin` and `bench`, and the SSH password users `ops` and `nosudo`. */
  get credentials(): LabState["credentials"] {
    return this.state.credentials;
  }

  /** Folder of the root file system that the host runs on, read-only for it. */
  rootOf(host: HostName): string {
    return this.state.roots[hostRoles[host].rootfs];
  }

  /** The host of that name. Throws LabError `host_unknown` when this lab was made without it. */
  host(name: HostName): LabHost {
    const host = this.hosts.find((one) => one.name === name);
    if (host === undefined) throw new LabError("host_unknown", `This lab has no host '${name}'.`);
    return host;
  }

  /** Heals everything and makes the group whole again with db1 (or `primary`) as primary; see `resetGroup`. */
  resetGroup(options: ResetGroupOptions = {}): Promise<void> {
    return resetGroup(this, options);
  }

  /** Every way into a host by SSH, right and wrong; see `SshAccess`. */
  sshAccess(host: HostName): Promise<SshAccess> {
    return getSshAccess(this, this.host(host));
  }

  /** A connection to the server of a host, as administrator unless told otherwise; see `connectMysql`. */
  mysql(host: DatabaseName, options?: MysqlOptions): Promise<Connection> {
    return connectMysql(this, host, options);
  }

  /** The host that all servers agree is the primary, or null while there is none. */
  async findPrimary(signal?: AbortSignal): Promise<LabHost | null> {
    return findPrimary(
      this.hosts.filter((host) => host.kind === "database"),
      signal,
    );
  }

  /** Takes the lab away; see `stopLab`. */
  down(options?: StopLabOptions): Promise<void> {
    return stopLab(this.names.lab, options);
  }
}
