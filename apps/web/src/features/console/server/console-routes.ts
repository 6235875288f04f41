import { agentProtocol } from "@primacy/contract/agent";
import { endpoints } from "@primacy/contract/api";
import { route } from "../../../server/api/route";
import { hasWorker } from "../../../server/health";
import { readAgentVersion } from "./read-agent-version";

/** Facts about this console, and the agent that it would install. */
export const consoleRoutes = {
  getAbout: route(endpoints.getAbout, async ({ context }) => ({
    version: context.version,
    agentVersion: await readAgentVersion(context.env.agentPackagePath),
    agentProtocol: agentProtocol,
    hasWorker: await hasWorker(context.database),
  })),
};
