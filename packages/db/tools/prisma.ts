import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { migrate } from "../src/migrate/index";
import { startTestServer } from "../src/testing/index";

/** Runs Prisma's command line on a new, migrated database that is gone afterwards: `npm run prisma -w @primacy/db -- …`. */
const server = await startTestServer();
try {
  await migrate({ url: server.adminUrl });
  const child = spawn(
    process.execPath,
    [createRequire(import.meta.url).resolve("prisma/build/index.js"), ...process.argv.slice(2)],
    {
      cwd: dirname(import.meta.dirname),
      env: { ...process.env, DATABASE_URL: server.adminUrl, CHECKPOINT_DISABLE: "1" },
      stdio: "inherit",
    },
  );
  const [code] = await once(child, "exit");
  process.exitCode = typeof code === "number" ? code : 1;
} finally {
  await server.close();
}
