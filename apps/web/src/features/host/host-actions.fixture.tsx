import { at, idOf, operationOf, showBeforeConsole } from "../vip/console-page.fixture";
import { HostActions } from "./host-actions";

/** What an administrator can do to a host with an agent, in front of a console that takes every order. */
showBeforeConsole(
  () => ({ status: 202, body: { operation: operationOf(1, "agent.upgrade", { state: "queued" }) } }),
  <HostActions
    host={{
      id: idOf(0),
      name: "db1",
      address: "192.0.2.11",
      sshPort: 22,
      sshUser: "root",
      credentialKind: "console_key",
      hasCredential: true,
      hostKey: null,
      agentAddress: "192.0.2.11",
      agentPort: 7433,
      agentState: "answering",
      agentVersion: "0.1.0",
      agentProtocol: 2,
      agentSeenAt: at,
      certificateExpiresAt: at,
      facts: null,
      clusterId: null,
      clusterIds: [],
      revision: 1,
      createdAt: at,
    }}
  />,
  "admin",
);
