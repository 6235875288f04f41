import { catalog } from "../message/catalog/catalog";

/** What is done with a cluster as a whole. */
export const clusterMessages = catalog(
  {
    "operation.cluster.discover": "Discover the group from {address}:{port}",
    "operation.cluster.register": "Register {cluster}",
    "operation.cluster.refresh": "Discover the members of {cluster} again",
    "operation.cluster.remove": "Remove {cluster} from management",
    "work.cluster.discover": "Discovery",
    "work.cluster.register": "Registration",
    "work.cluster.refresh": "Rediscovery of the members",
    "work.cluster.remove": "Removal from management",
  },
  {
    "operation.cluster.discover": "从 {address}:{port} 查看组",
    "operation.cluster.register": "注册 {cluster}",
    "operation.cluster.refresh": "重新发现 {cluster} 的成员",
    "operation.cluster.remove": "停止管理 {cluster}",
    "work.cluster.discover": "发现",
    "work.cluster.register": "注册",
    "work.cluster.refresh": "重新发现成员",
    "work.cluster.remove": "停止管理",
  },
);
