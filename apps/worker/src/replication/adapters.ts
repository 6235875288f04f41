import { groupReplication } from "./group-replication/group-replication";
import type { ReplicationAdapters } from "./replication-adapter";

/** The technologies of this version. */
export const replicationAdapters: ReplicationAdapters = { group_replication: groupReplication };
