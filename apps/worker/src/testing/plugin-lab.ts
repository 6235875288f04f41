import { type DatabaseName, databaseNames, joinRows, preparePluginServers, runRootSql } from "@primacy/lab";
import { describe, type LabCluster } from "./lab-cluster";

const optionFile = "/etc/mysql/my.cnf";

/** The lab's servers as those whose plugin a test has the console set up. */
export interface PluginLab {
  /** One row of one column, as the server's root. */
  sql(name: DatabaseName, text: string): Promise<string>;
  onAll<T>(ask: (name: DatabaseName) => Promise<T>): Promise<readonly T[]>;
  /** Mode, owner and hash of each member's option file: whatever is not the same to the byte shows. */
  readOptionFiles(): Promise<readonly string[]>;
  /** How often each server has the plugin in its list. */
  readLoaded(): Promise<readonly string[]>;
  /** Gives mysqld on every member the capabilities that the plugin needs, which takes a restart of each. db1 is the primary at the end. */
  prepare(): Promise<void>;
  /** Registers the group with the administrator's account, and switches the host operators on; the cluster's id. */
  register(): Promise<string>;
}

/** What tests of the plugin do with the lab beside what the console does. */
export function openPluginLab(here: LabCluster): PluginLab {
  const { lab } = here;
  const sql: PluginLab["sql"] = async (name, text) =>
    joinRows(await runRootSql(lab.host(name), text, { timeoutMs: 60_000 }));
  const onAll: PluginLab["onAll"] = (ask) => Promise.all(databaseNames.map(ask));

  return {
    sql,
    onAll,
    readOptionFiles: () =>
      onAll(async (name) => {
        const { stdout } = await lab
          .host(name)
          .exec([
            "sh",
            "-c",
            `stat -c '%a %u %g' ${optionFile}; sha256sum < ${optionFile}; ls -a /etc/mysql`,
          ]);
        return stdout;
      }),
    readLoaded: () =>
      onAll((name) => sql(name, "SELECT COUNT(*) FROM mysql.plugin WHERE name = 'greatdb_ha'")),
    prepare: () => preparePluginServers(lab),
    async register() {
      const { user, password } = lab.credentials.admin;
      const { address } = lab.host("db1");
      const input = { address, port: 3306, user, name: "main", keepCredentials: true };
      const ordered = await here.perform("cluster.register", null, input, { password });
      const enabled = await Promise.all(here.hosts.map((host) => here.run("operator.enable", host)));
      for (const operation of [ordered, ...enabled])
        if (operation.state !== "succeeded") throw new Error(JSON.stringify(describe(operation)));
      return String(ordered.result?.clusterId);
    },
  };
}
