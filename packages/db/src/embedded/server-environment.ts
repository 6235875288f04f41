import { join } from "node:path";

/** The environment of PostgreSQL's programs: nothing of this process's own gets in. */
export function serverEnvironment(native: string, home: string): NodeJS.ProcessEnv {
  return {
    LD_LIBRARY_PATH: join(native, "lib"),
    LC_ALL: "C",
    TZ: "UTC",
    PATH: "/usr/bin:/bin",
    HOME: home,
    // Next.js, where it is compiled in the same program, declares it as always there.
    NODE_ENV: "production",
  };
}
