import { idOf, operationOf, showBeforeConsole } from "../vip/console-page.fixture";
import { AgentsStep } from "./agents-step";
import { hostOf } from "./host.fixture";

/** The last step of adding two hosts, in front of a console that takes every order. */
const hosts = [
  hostOf({ agentState: "none", agentVersion: null, operator: null }),
  hostOf({
    id: idOf(1),
    name: "db2",
    address: "192.0.2.12",
    agentState: "none",
    agentVersion: null,
    operator: null,
  }),
];

showBeforeConsole(
  (method) => {
    const operation = operationOf(1, "agent.install", { state: "queued" });
    return method === "GET" ? { status: 200, body: operation } : { status: 202, body: { operation } };
  },
  <AgentsStep hosts={hosts}>
    {({ body, footer }) => (
      <>
        {body}
        {footer}
      </>
    )}
  </AgentsStep>,
  "admin",
);
