import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { build } from "esbuild";
import { leaveOut } from "./leave-out.mjs";
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
/** A program for each process of the agent and for the clients of a drill, with no more than it needs, and the whole of it for all else. */
const programs = { all: "entry", run: "run-entry", hands: "address-helper-entry", probe: "probe-entry" };
/** These two run under the options that the supervisor gives them: V8 takes nothing that was compiled under others. */
const supervised = ["run", "hands"];
const version = `${readVersion()}+${await hashSources()}`;
await bundle(version, fresh);
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
  const hash = createHash("sha256").update(process.version);
  for (const text of await bundle("hash", null)) {
    hash.update(text);
  }
  const made = ["build.mjs", "loader.cjs", "compile.cjs"].map((name) => path.join(here, name));
  for (const file of [native, ...scripts, ...made]) {
    hash.update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 12);
}

/** Makes the programs, in `folder` or, without one, nowhere; returns their texts. */
async function bundle(stamp, folder) {
  const entries = Object.entries(programs).map(([name, entry]) => [
    name,
    path.join(agent, `src/cli/${entry}.ts`),
  ]);
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries(entries),
    outdir: folder ?? fresh,
    outExtension: { ".js": ".cjs" },
    write: false,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    minify: true,
    keepNames: false,
    legalComments: "none",
    plugins: [leaveOut],
    // A function, as the loader calls it.
    banner: { js: "(function (exports, require, module, __filename, __dirname) {" },
    footer: { js: "})" },
    logLevel: "warning",
    define: {
      PRIMACY_AGENT_VERSION: JSON.stringify(stamp),
      "import.meta.url": "__filename",
      ...(olderProtocol === undefined ? {} : { PRIMACY_AGENT_PROTOCOL: String(Number(olderProtocol)) }),
      ...(isUnwatched ? { PRIMACY_AGENT_UNWATCHED: "true" } : {}),
    },
  });
  for (const { path: file, contents } of folder === null ? [] : outputFiles) {
    // The loader takes each byte for a letter, which costs half the memory of any other way. Texts are escaped by the bundler; regular
    // expressions are not.
    if (contents.some((byte) => byte > 0x7f)) throw new Error(`${file} is not ASCII: escape what is not`);
    writeFileSync(file, contents);
  }
  return outputFiles.map(({ contents }) => contents);
}

/** Saves 14 MB; a machine without binutils ships them. */
function stripSymbols(executable) {
  try {
    execFileSync("strip", [executable], { stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    console.warn(`not stripped: ${error.message}`);
  }
}

/** What V8 makes of each program before it does anything, in files beside them; returns what goes into the executable. */
function compilePrograms() {
  const [, options] = readFileSync(scripts[0], "utf8").match(/^node_options='(.*)'$/m) ?? [];
  if (options === undefined) throw new Error("the supervisor names no options for its processes");
  const assets = {};
  for (const name of Object.keys(programs)) {
    assets[name] = path.join(fresh, `${name}.cjs`);
    assets[`${name}.compiled`] = path.join(fresh, `${name}.compiled`);
    execFileSync(
      process.execPath,
      [path.join(here, "compile.cjs"), assets[name], assets[`${name}.compiled`]],
      {
        env: { ...process.env, NODE_OPTIONS: supervised.includes(name) ? options : "" },
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
  }
  return assets;
}

function makeExecutable() {
  const config = path.join(fresh, "sea.json");
  const blob = path.join(fresh, "agent.blob");
  const executable = path.join(stage, "primacy-agent");
  const assets = compilePrograms();
  writeFileSync(
    config,
    JSON.stringify({
      main: path.join(here, "loader.cjs"),
      output: blob,
      disableExperimentalSEAWarning: true,
      assets,
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
  for (const file of [config, blob, ...Object.values(assets)]) {
    rmSync(file);
  }
}
