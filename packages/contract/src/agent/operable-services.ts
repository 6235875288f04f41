import { z } from "zod";

/** The services that may be acted on; with systemd also an instance of one, such as `mysqld@node1`. */
export const operableServices = [
  "mysql",
  "mysqld",
  "mariadb",
  "mysqlrouter",
  "haproxy",
  "keepalived",
  "proxysql",
] as const;

/** A service that may be acted on. */
export const ServiceName = z
  .string()
  .max(100)
  .regex(/^[a-z]+(@[A-Za-z0-9_-]+)?$/)
  .refine((name) => operableServices.some((known) => known === name.split("@")[0]));

/** The systemd unit of a MySQL server by its own name, as folders of drop-ins are named after it. */
export const ServerUnit = z
  .string()
  .max(110)
  .regex(/^(?:mysql|mysqld|mariadb)(?:@[A-Za-z0-9_-]+)?\.service$/);
