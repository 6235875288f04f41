import { countNothing } from "../operation/counts";
import { changing, looking, noInput, noResult } from "../operation/declare";
import { AgentInstall } from "./host";

const none = { input: noInput, result: noResult };

/** What is done with a host, its agent and its host operator. */
export const hostKinds = {
  "host.test": looking("operator", { ...none, count: countNothing }),
  "agent.install": changing("admin", { input: AgentInstall, result: noResult }),
  "agent.upgrade": changing("admin", none),
  "agent.repair": changing("admin", none),
  "agent.remove": changing("admin", none),
  "operator.enable": changing("admin", none),
  "operator.disable": changing("admin", none),
};
