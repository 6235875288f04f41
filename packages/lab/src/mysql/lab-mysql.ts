import type { MysqlService } from "@primacy/host-acts";

/** The MySQL server of every database host of a lab. */
export const labMysql = {
  service: "mysql",
  process: "mysqld",
  supervisor: "mysqld_safe",
  port: 3306,
} as const satisfies MysqlService;
