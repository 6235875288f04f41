import { readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { makeConsoleStyles } from "./console-styles.fixture";
import { serve } from "./served.fixture";

const SERVER_VARIABLE = "PRIMACY_TEST_PAGES";
const sources = fileURLToPath(new URL("..", import.meta.url));
const options = {
  bundle: true,
  write: false,
  format: "iife",
  jsx: "automatic",
  minify: true,
  charset: "utf8",
  metafile: true,
  absWorkingDir: sources,
  outdir: sources,
  define: { "process.env.NODE_ENV": '"production"', "process.env": "{}" },
} satisfies BuildOptions;

/**
 * Vitest's global setup: serves an empty page with what all fixtures share, and a script for each fixture. Both are made when the
 * first is asked for. Returns the teardown.
 */
export async function setup(): Promise<() => void> {
  let made: ReturnType<typeof makeScripts> | undefined;
  let styles: Promise<string> | undefined;
  const served = await serve(async ({ url = "/" }, response) => {
    const answer = (type: string, text: string): void => {
      response.setHeader("content-type", `text/${type}; charset=utf-8`);
      response.end(text);
    };
    if (!/\.(js|css)$/.test(url)) return answer("html", emptyPage);
    made ??= makeScripts();
    const { shared, fixtures } = await made;
    if (url === "/styles.css") {
      styles ??= makeConsoleStyles([...fixtures.values()].join(" "));
      return answer("css", await styles);
    }
    const script = url === "/shared.js" ? shared : fixtures.get(url);
    if (script === undefined) response.statusCode = 404;
    answer("javascript", script ?? "");
  });
  process.env[SERVER_VARIABLE] = served.origin;
  return served.stop;
}

/** Where the empty page is served to this run's tests. */
export function findFixturePages(): string {
  const origin = process.env[SERVER_VARIABLE];
  if (origin === undefined) throw new Error("the project's global setup serves no pages");
  return origin;
}

/** The name of a fixture within the page. */
export function nameFixture(fixture: URL): string {
  return path.relative(sources, fileURLToPath(fixture));
}

const emptyPage =
  '<!doctype html><html><head><title>a console</title><link rel="icon" href="data:,"><script src="/shared.js"></script></head><body></body></html>';

/** The modules that all fixtures share, and the script of each fixture by its path on the server. */
async function makeScripts(): Promise<{
  readonly shared: string;
  readonly fixtures: ReadonlyMap<string, string>;
}> {
  const modules = new Set<string>([reactClient]);
  const files = await readdir(sources, { recursive: true });
  const entryPoints = files.filter((file) => file.endsWith(".fixture.tsx"));
  const built = await build({ ...options, entryPoints, plugins: [takeShared(modules)] });
  const fixtures = new Map<string, string>();
  for (const { path: file, text } of built.outputFiles) {
    const { entryPoint = "", inputs } = built.metafile.outputs[path.relative(sources, file)] ?? {
      inputs: {},
    };
    const needs = Object.keys(inputs).flatMap((name) => name.match(/^shared:(.*)/)?.[1] ?? []);
    const [name, needed] = [entryPoint, needs].map((one) => JSON.stringify(one));
    fixtures.set(
      `/fixtures/${entryPoint}.js`,
      `primacyRealm.define(${name}, ${needed}, () => {\n${text}\n});`,
    );
  }
  return { shared: await makeShared(modules), fixtures };
}

const reactClient = "react-dom/client";

/** They keep a state of their own from one page to the next, or have far more in them than a page uses. */
const ownOfEach = /^(lucide-react|sonner|@xyflow\/|@dagrejs\/|@primacy\/ui)/;

/** Leaves packages out of a fixture's script, and notes their names: the page has them, by their names. */
function takeShared(modules: Set<string>): Plugin {
  return {
    name: "take-shared",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[@a-z]/ }, ({ path: name, kind }) => {
        if (kind === "entry-point" || name.startsWith("@/") || ownOfEach.test(name)) return undefined;
        modules.add(name);
        return { path: name, namespace: "shared", sideEffects: false };
      });
      onLoad({ filter: /.*/, namespace: "shared" }, ({ path: name }) => ({
        contents: `module.exports = primacyRealm.shared(${JSON.stringify(name)});`,
      }));
    },
  };
}

async function makeShared(modules: ReadonlySet<string>): Promise<string> {
  const entries = [...modules].sort().map((name) => {
    const quoted = JSON.stringify(name);
    return `${quoted}: () => require(${quoted})`;
  });
  const contents = `import { beginRealm } from "./testing/realm.fixture";
beginRealm({ ${entries.join(", ")} }, ${JSON.stringify(reactClient)});`;
  const stdin = { contents, resolveDir: sources, loader: "ts" as const };
  const built = await build({ ...options, stdin, plugins: [requireAsImported, leaveLocalesOut] });
  return built.outputFiles[0]?.text ?? "";
}

/** A package may have another file for `require` than for `import`: the modules that are shared would then have one each. */
const requireAsImported: Plugin = {
  name: "require-as-imported",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[@a-z]/ }, ({ path: name, kind, importer, resolveDir }) =>
      kind === "require-call" && importer.endsWith("<stdin>")
        ? resolve(name, { kind: "import-statement", resolveDir })
        : undefined,
    );
  },
};

/** The words of fifty languages for what zod finds wrong: the page uses those of one. */
const leaveLocalesOut: Plugin = {
  name: "leave-locales-out",
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
  },
};
