export {
  type ReplicationCapabilities,
  type ReplicationCapability,
  type ReplicationKind,
  replicationCapabilities,
  replicationKinds,
} from "./capabilities";
