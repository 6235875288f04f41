import { RegisterCluster } from "../cluster/register-cluster";
import { showBeforeConsole } from "../vip/console-page.fixture";
import { AddHosts } from "./add-hosts";
import { hostOf } from "./host.fixture";
import { HostEditDialog } from "./host-edit-dialog";

/** The forms in which a host's address is typed: those of new hosts, with `seed` of a new cluster, with `edit` of a host. */
const edit = <HostEditDialog onClose={() => undefined} host={hostOf()} />;
const other = location.hash.includes("edit") ? edit : <AddHosts />;

showBeforeConsole(
  () => ({ status: 200, body: { items: [], nextCursor: null } }),
  location.hash.includes("seed") ? <RegisterCluster /> : other,
  "admin",
);
