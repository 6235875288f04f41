import { agentProtocol } from "@primacy/contract/agent";
import { endpoints } from "@primacy/contract/api";
import { route } from "../../../server/api/route";
import { hasWorker } from "../../../server/health";

/** Facts about this console. The agent that it would install has the console's own version. */
export const consoleRoutes = {
  getAbout: route(endpoints.getAbout, async ({ context }) => ({
    version: context.version,
    agentVersion: context.version,
    agentProtocol: agentProtocol,
    hasWorker: await hasWorker(context.database),
  })),
};
