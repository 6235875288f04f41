import type { Root } from "react-dom/client";
import { beginTraces } from "./traces.fixture";

/** What a page offers its test: to show a fixture, and to be as it was before. */
export interface Realm {
  /** A script says what the page of its fixture is, and which shared modules that needs. */
  define(fixture: string, needs: readonly string[], run: () => void): void;
  /** Gives a fixture the address with this fragment and runs it. */
  show(fixture: string, fragment: string, isStyled: boolean): Promise<void>;
  /** Leaves nothing of what was shown; the page is then as new. */
  clear(): Promise<void>;
  /** A shared module as `require` has it. */
  shared(name: string): unknown;
}

declare global {
  interface Window {
    readonly primacyRealm: Realm;
  }
}

/** What React's module for the browser has, of which a realm keeps the roots. */
interface ReactClient {
  createRoot(...given: readonly unknown[]): Root;
}

/** Begins the realm of this page, in which every fixture gets these modules: each is evaluated once, when it is first needed. */
export function beginRealm(modules: Readonly<Record<string, () => unknown>>, reactClient: string): void {
  const fixtures = new Map<string, { needs: readonly string[]; run: () => void }>();
  const roots: Root[] = [];
  const client = keepRoots(modules[reactClient], roots);

  const shared = (name: string): unknown => {
    const evaluate = modules[name];
    if (evaluate === undefined) throw new Error(`no shared module is named ${name}`);
    return name === reactClient ? client() : evaluate();
  };
  const realm: Realm = {
    shared,
    define: (fixture, needs, run) => void fixtures.set(fixture, { needs, run }),
    show: async (name, fragment, isStyled) => {
      if (!fixtures.has(name)) {
        await load("script", { src: `/fixtures/${name}.js` });
        // What a module leaves when it is evaluated stays: nothing would make it again.
        for (const need of fixtures.get(name)?.needs ?? []) shared(need);
        traces.begin();
      }
      history.replaceState(null, "", `/#${fragment}`);
      if (isStyled) await load("link", { rel: "stylesheet", href: "/styles.css" }, false);
      fixtures.get(name)?.run();
    },
    clear: async () => {
      for (const root of roots.splice(0)) root.unmount();
      await traces.settle();
      traces.clear();
    },
  };
  Object.defineProperty(window, "primacyRealm", { value: realm });
  const traces = beginTraces();
}

function keepRoots(evaluate: (() => unknown) | undefined, roots: Root[]): () => unknown {
  let kept: ReactClient | undefined;
  return () => {
    if (kept !== undefined) return kept;
    const client = evaluate?.();
    if (!isReactClient(client)) throw new Error("React's module for the browser is not shared");
    const createRoot = (...given: readonly unknown[]): Root => {
      const root = client.createRoot(...given);
      roots.push(root);
      return root;
    };
    kept = { ...client, createRoot };
    return kept;
  };
}

function isReactClient(module: unknown): module is ReactClient {
  return typeof module === "object" && module !== null && "createRoot" in module;
}

/** Adds such an element to the head and waits until it is loaded; a script has done its work then. */
async function load(
  name: "script" | "link",
  attributes: Readonly<Record<string, string>>,
  leaves = true,
): Promise<void> {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  await new Promise<void>((resolve, reject) => {
    element.onload = () => resolve();
    element.onerror = () => reject(new Error(`the page could not load ${JSON.stringify(attributes)}`));
    document.head.append(element);
  });
  if (leaves) element.remove();
}
