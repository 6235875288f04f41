import { installLayout } from "@primacy/contract/agent";
import { controlService } from "@primacy/host-acts";
import { enableService, installScript } from "../host/service";
import type { Lab } from "../lab";
import { listDatabases } from "./group-care";

/**
 * Puts a rule in the place of the agents that is known not to be safe (role and majority as the server itself tells
 * them, no lease, no proof): a soak of it must fail. The agents no longer run afterwards, also not after a boot.
 */
export async function installNaiveRule(lab: Lab, vipAddress: string): Promise<void> {
  await Promise.all(
    listDatabases(lab).map(async (host) => {
      await host.exec([installLayout.supervisor, "stop"], { timeoutMs: 30_000 });
      await host.exec(["sh", "-c", "rm -f /etc/rc?.d/S??primacy-agent"]);
      // Its gate goes too, or it would reset the clients of a holder that it does not know.
      await host.tryExec(["nft", "delete", "table", "inet", "primacy_vip"]);
      await host.writeFile("/etc/naive-vip", `${vipAddress}\n`);
      await installScript(host, "naive-vip", "/etc/init.d/naive-vip");
      await enableService(host, "naive-vip", 90);
      await controlService(host, "naive-vip", "start");
    }),
  );
}
