import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { withLock } from "./lock.mjs";
import { root, run } from "./run.mjs";
import { fail, say } from "./say.mjs";
import { forget, hashOf, isFresh, markFresh } from "./stamp.mjs";

const searched = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/sbin"];

/** True when `name` is an executable on the search path or in the system's sbin folders. */
export function hasCommand(name) {
  return searched.some((folder) => {
    try {
      accessSync(path.join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Ends with one sentence where Node, npm or the platform are not what Primacy needs. */
export function requirePlatform() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (process.platform !== "linux" || process.arch !== "x64")
    fail(`Primacy runs on x86-64 Linux; this is ${process.platform} ${process.arch}.`);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Primacy needs Node 20.19 or newer; this is ${process.versions.node}.`);
  if (!hasCommand("npm")) fail("Primacy needs npm; install it beside Node.");
  // The agent is made of this very file, so that its hosts need no Node.
  if (hasCommand("ldd") && /libnode\.so/.test(execFileSync("ldd", [process.execPath], { encoding: "utf8" })))
    fail(`${process.execPath} needs libnode.so; Primacy needs Node from nodejs.org or NodeSource.`);
}

/**
 * Goes on as root: at once where this is root, else by running the same script again through passwordless sudo. Ends
 * with one sentence where neither is at hand.
 */
export async function requireRoot(what) {
  if (process.getuid() === 0) return;
  const hasSudo =
    hasCommand("sudo") && (await run("sudo", ["-n", "true"], { quiet: true, allowFailure: true })).code === 0;
  if (!hasSudo) {
    fail(
      `${what} needs root or passwordless sudo, because it makes network namespaces. The console alone runs without: npm start`,
    );
  }
  const again = [
    "-n",
    "-E",
    "env",
    `PATH=${process.env.PATH ?? ""}`,
    process.execPath,
    ...process.argv.slice(1),
  ];
  const { code } = await run("sudo", again, { allowFailure: true });
  process.exit(code);
}

/** Installs the Debian packages of those commands that are missing. `wanted` maps a command to its package. */
export async function ensureApt(wanted) {
  const missing = Object.entries(wanted).filter(([command]) => !hasCommand(command));
  if (missing.length === 0) return;
  const names = [...new Set(missing.map(([, name]) => name))];
  if (!hasCommand("apt-get")) fail(`Install ${names.join(", ")} first: this system has no apt-get.`);
  say(`installing ${names.join(", ")}`);
  const apt = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=300"];
  const call = (...args) => run(apt[0], [...apt.slice(1), ...args], { quiet: true });
  await call("update");
  await call("install", "-y", "--no-install-recommends", ...names);
}

/** The commands that make the agent's executable smaller, and their packages. */
export const buildCommands = { strip: "binutils" };

/** The commands that the lab needs on the machine, and their packages. */
export function labCommands() {
  const { programs } = JSON.parse(readFileSync(path.join(root, "packages/lab/requirements.json"), "utf8"));
  return Object.fromEntries(programs.map((row) => [row.program, row.package]));
}

/** Runs `npm ci` when the lock file changed since the last time, and makes the Prisma client. One start at a time. */
export function ensurePackages() {
  return withLock(installPackages);
}

async function installPackages() {
  const hash = hashOf(["package.json", "package-lock.json", ".npmrc"]);
  if (!isFresh("npm", hash) || !existsSync(path.join(root, "node_modules/tsx"))) {
    say("installing npm packages");
    await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
      quiet: true,
    });
    markFresh("npm", hash);
  }
  const schema = hashOf([
    "packages/db/prisma/schema",
    "packages/db/prisma.config.ts",
    "packages/db/package.json",
  ]);
  if (!isFresh("prisma", schema) || !existsSync(path.join(root, "packages/db/src/generated"))) {
    say("making the database client");
    await run("npm", ["run", "--silent", "generate", "-w", "@primacy/db"], { quiet: true });
    markFresh("prisma", schema);
  }
}

const shared = ["package-lock.json", "packages/contract", "packages/core"];
const agentSources = [...shared, "packages/probe", "packages/host-acts", "apps/agent"];

/** What is built before it runs, from which sources, by which workspace's `build` script, with which arguments. */
const products = {
  agent: { sources: agentSources, product: "apps/agent/dist/manifest.json" },
  "unwatched agent": {
    workspace: "agent",
    args: ["--", "--unwatched"],
    sources: agentSources,
    product: "apps/agent/dist/unwatched",
  },
  worker: {
    sources: [...shared, "packages/db", "packages/remote", "apps/worker"],
    product: "apps/worker/dist",
  },
  web: {
    sources: [...shared, "packages/db", "packages/remote", "packages/ui", "apps/web"],
    product: "apps/web/.next/standalone",
  },
};

/** Builds those of the named products whose sources changed; without names, what runs a console. One start at a time. */
export function ensureBuilt(names = ["agent", "worker", "web"]) {
  return withLock(() => buildChanged(names));
}

async function buildChanged(names) {
  for (const name of names) {
    const { sources, product, workspace = name, args = [] } = products[name];
    const hash = hashOf(sources);
    if (isFresh(name, hash) && existsSync(path.join(root, product))) continue;
    say(`building ${name}`);
    // A build that is broken off leaves a half-made product: it counts as made only at its end.
    forget(name);
    await run("npm", ["run", "--silent", "build", "-w", `@primacy/${workspace}`, ...args], { quiet: true });
    markFresh(name, hash);
  }
}
