import { catalog } from "../message/catalog/catalog";

/** What is done for a planned change of the primary. */
export const switchoverMessages = catalog(
  {
    "operation.switchover.check": "Check a switchover of {cluster} to {member}",
    "operation.switchover": "Switch {cluster} over to {member}",
    "work.switchover.check": "Check of a switchover",
    "work.switchover": "Switchover",
  },
  {
    "operation.switchover.check": "检查 {cluster} 切换到 {member}",
    "operation.switchover": "将 {cluster} 切换到 {member}",
    "work.switchover.check": "检查切换",
    "work.switchover": "切换主库",
  },
);
