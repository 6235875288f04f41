import { z } from "zod";

/** The programs that proxies are made of. */
export const ProxyProgramName = z.enum(["haproxy", "keepalived", "mysqlrouter", "mysqlsh"]);
export type ProxyProgramName = z.infer<typeof ProxyProgramName>;

/** One of them as its host has it; the fields are those of a load tool. */
export const ProxyProgram = z.object({
  program: ProxyProgramName,
  /** Null: the host has none. */
  path: z.string().nullable(),
  /** Such as `3.2.5-1`; null where it could not be read. */
  version: z.string().nullable(),
  said: z.string().nullable(),
});
export type ProxyProgram = z.infer<typeof ProxyProgram>;

/** Of what proxies could be made on a host: each known program, in the order of {@link ProxyProgramName}. */
export const ProxyPrograms = z.object({ programs: z.array(ProxyProgram) });
export type ProxyPrograms = z.infer<typeof ProxyPrograms>;
