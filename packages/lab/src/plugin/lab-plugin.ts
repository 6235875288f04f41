import { access, copyFile, rename } from "node:fs/promises";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { runRootSql } from "../mysql/root-sql";
import type { DatabaseName } from "../roster";
import { type BuildPluginOptions, buildPlugin, findPluginObstacle, pluginLibrary } from "./build-plugin";
import { pluginFolder } from "./server-abi";

const libraryPath = `${pluginFolder}/${pluginLibrary}`;
const serverFile = "/usr/sbin/mysqld";
const capabilities = "cap_net_admin,cap_net_raw+ep";
/** The init script of the lab takes ambient capabilities of mysqld from it. */
const startFile = "/etc/default/mysql";

/** Around what must neither be replicated nor be refused by a secondary. */
const locally = (sql: string): string =>
  `SET @was = @@GLOBAL.super_read_only, @wasToo = @@GLOBAL.read_only; SET GLOBAL super_read_only = OFF; SET SESSION sql_log_bin = 0;
${sql};
SET SESSION sql_log_bin = 1; SET GLOBAL read_only = @wasToo; SET GLOBAL super_read_only = @was;`;

/**
 * The stand-in for the plugin `greatdb_ha` on the database hosts of one lab: docs/greatdb-ha.md says what it imitates. No host
 * has it before it is placed there, and none loads it before it is installed there.
 */
export class LabPlugin {
  /** The folder on the hosts that their servers load plugins from. */
  readonly directory = pluginFolder;
  readonly #lab: Lab;

  constructor(lab: Lab) {
    this.#lab = lab;
  }

  /** Why the lab's servers cannot have it, in one sentence; null where they can. */
  findObstacle(): Promise<string | null> {
    return findPluginObstacle(this.#lab.rootOf("db1"));
  }

  /** Builds it where the cache lacks it; its path on the machine. Throws as `buildPlugin`. */
  build(options?: BuildPluginOptions): Promise<string> {
    return buildPlugin(this.#lab.rootOf("db1"), options);
  }

  /** Puts the library where the server of the host finds it, in the place of another one, and loads nothing. */
  async place(host: DatabaseName, options?: BuildPluginOptions): Promise<void> {
    const built = await this.build(options);
    const target = await this.#lab.host(host).findOnMachine(libraryPath);
    // A server that has the old one loaded keeps the old file.
    await copyFile(built, `${target}.new`);
    await rename(`${target}.new`, target);
    await this.#lab.host(host).exec(["chmod", "0644", libraryPath]);
  }

  /** INSTALL PLUGIN on this member alone. Throws LabError `command_failed` with what the server says. */
  async install(host: DatabaseName): Promise<void> {
    const sql = locally(`INSTALL PLUGIN greatdb_ha SONAME '${pluginLibrary}'`);
    await runRootSql(this.#lab.host(host), sql);
  }

  /** UNINSTALL PLUGIN on this member alone; the library stays. Throws as `install`. */
  async uninstall(host: DatabaseName): Promise<void> {
    await runRootSql(this.#lab.host(host), locally("UNINSTALL PLUGIN greatdb_ha"));
  }

  /**
   * Gives the host's own copy of mysqld the capabilities by which it may bind addresses and announce them: in effect from
   * its next start on, since the lab starts it as the user mysql.
   */
  async grantCapabilities(host: DatabaseName): Promise<void> {
    await this.#lab.host(host).exec(["setcap", capabilities, serverFile]);
  }

  /** Takes them away again, from its next start on. Safe to repeat. */
  async revokeCapabilities(host: DatabaseName): Promise<void> {
    const one = this.#lab.host(host);
    const { stdout } = await one.exec(["getcap", serverFile]);
    if (stdout.trim() !== "") await one.exec(["setcap", "-r", serverFile]);
    await one.exec(["rm", "-f", startFile]);
  }

  /** Whether the host has the library. */
  async isPlaced(host: DatabaseName): Promise<boolean> {
    return access(await this.#lab.host(host).findOnMachine(libraryPath)).then(
      () => true,
      () => false,
    );
  }

  /**
   * Takes all of it away from a host whose server answers: plugin, persisted variables, addresses with an alias, library,
   * capabilities. Safe to repeat; does nothing on a host without it.
   */
  async remove(host: DatabaseName): Promise<void> {
    const one = this.#lab.host(host);
    const loaded = "SELECT 1 FROM information_schema.plugins WHERE plugin_name = 'greatdb_ha'";
    if ((await runRootSql(one, loaded)).length > 0) await this.uninstall(host);
    const persisted = await runRootSql(
      one,
      "SELECT variable_name FROM performance_schema.persisted_variables WHERE variable_name LIKE 'greatdb\\_ha\\_%'",
    );
    for (const [name = ""] of persisted) await runRootSql(one, `RESET PERSIST IF EXISTS ${name}`);
    await removeAliases(one);
    await one.exec(["rm", "-f", libraryPath]);
    await this.revokeCapabilities(host);
  }
}

/** Addresses whose name is that of the interface with a colon. */
async function removeAliases(host: LabHost): Promise<void> {
  const { stdout } = await host.exec(["ip", "-o", "-4", "address", "show", "dev", "eth0", "label", "eth0:*"]);
  for (const [, cidr = ""] of stdout.matchAll(/ inet (\S+)/g))
    await host.exec(["ip", "address", "del", cidr, "dev", "eth0"]);
}
