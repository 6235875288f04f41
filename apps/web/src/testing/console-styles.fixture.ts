import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "tailwindcss";

/** The console's own style sheet, with the classes that are among the words of this script. */
export async function makeConsoleStyles(script: string): Promise<string> {
  const from = fileURLToPath(new URL("../app/globals.css", import.meta.url));
  const { build: make } = await compile(await readFile(from, "utf8"), {
    base: path.dirname(from),
    async loadStylesheet(id, base) {
      const name = id === "tailwindcss" ? "tailwindcss/index.css" : id;
      const file = createRequire(path.join(base, "index.css")).resolve(name);
      return { path: file, base: path.dirname(file), content: await readFile(file, "utf8") };
    },
  });
  return make(script.split(/[\s"'`]+/));
}
