import { RegisterCluster } from "../cluster/register-cluster";
import { at, idOf, showBeforeConsole } from "../vip/console-page.fixture";
import { AddHosts } from "./add-hosts";
import { HostEditDialog } from "./host-edit-dialog";

/** The forms in which a host's address is typed: those of new hosts, with `seed` of a new cluster, with `edit` of a host. */
const edit = (
  <HostEditDialog
    onClose={() => undefined}
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
  />
);
const other = location.hash.includes("edit") ? edit : <AddHosts />;

showBeforeConsole(
  () => ({ status: 200, body: { items: [], nextCursor: null } }),
  location.hash.includes("seed") ? <RegisterCluster /> : other,
  "admin",
);
