import { operationOf, showBeforeConsole } from "../vip/console-page.fixture";
import { hostOf } from "./host.fixture";
import { HostActions } from "./host-actions";

/**
 * What an administrator can do to a host with an agent, in front of a console that takes every order; with `running` in the
 * fragment its host operator is switched on.
 */
const state = location.hash.includes("running") ? "running" : "off";

showBeforeConsole(
  () => ({ status: 202, body: { operation: operationOf(1, "agent.upgrade", { state: "queued" }) } }),
  <HostActions host={hostOf({ operator: { state, openActions: 0, failedUndos: [] } })} />,
  "admin",
);
