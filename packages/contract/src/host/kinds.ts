import { changing, looking, noInput, noResult } from "../operation/declare";

const none = { input: noInput, result: noResult };

/** What is done with a host and its agent. */
export const hostKinds = {
  "host.test": looking("operator", none),
  "agent.install": changing("admin", none),
  "agent.upgrade": changing("admin", none),
  "agent.repair": changing("admin", none),
  "agent.remove": changing("admin", none),
};
