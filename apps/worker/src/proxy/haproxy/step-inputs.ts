import type {
  HaproxyFilesInput,
  HaproxyServiceInput,
  HaproxyTarget,
  KeepInput,
  RoleCheckInput,
} from "@primacy/core/proxy";
import { z } from "zod";

const target = { proxyId: z.string(), clusterId: z.string(), hostId: z.string(), hostName: z.string() };
const pair = z.object({ haproxy: z.string(), keepalived: z.string() });

/** The inputs of the steps, as they are stored with the plan. */
export const TargetInput: z.ZodType<HaproxyTarget> = z.object(target);
export const FilesInput: z.ZodType<HaproxyFilesInput> = z.object({ ...target, texts: pair, programs: pair });
export const ServiceInput: z.ZodType<HaproxyServiceInput> = z.object({
  ...target,
  service: z.enum(["haproxy", "keepalived"]),
});
export const RoleCheckStepInput: z.ZodType<RoleCheckInput> = z.object({
  clusterId: z.string(),
  port: z.number().nullable(),
  before: z.number().nullable(),
  hostIds: z.array(z.string()),
});
export const KeepStepInput: z.ZodType<KeepInput> = z.object({
  proxyId: z.string(),
  clusterId: z.string(),
  hosts: z.array(z.object({ hostId: z.string(), name: z.string() })),
});

/** What a host was like before: its removal, or its undo, brings that back. */
export const HostBefore = z.object({
  hostId: z.string(),
  files: z.object({ haproxy: z.string().nullable(), keepalived: z.string().nullable() }),
  /** What Primacy wrote in their place. */
  written: z.object({ haproxy: z.string(), keepalived: z.string() }),
  services: z.object({
    haproxy: z.enum(["running", "stopped"]),
    keepalived: z.enum(["running", "stopped"]),
  }),
});
export type HostBefore = z.infer<typeof HostBefore>;

/** The same of all hosts, as it is kept for the removal. */
export const ProxyBefore = z.object({ hosts: z.array(HostBefore) });
