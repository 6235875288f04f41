import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/postcss";
import { build } from "esbuild";
import postcss from "postcss";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Builds the gallery as static files into a folder: index.html, main.js, main.css (fonts), tailwind.css. */
export async function buildGallery(outputFolder: string): Promise<void> {
  await mkdir(outputFolder, { recursive: true });
  const source = join(HERE, "gallery.css");
  const css = await postcss([tailwind({ optimize: false })]).process(await readFile(source, "utf8"), {
    from: source,
    to: join(outputFolder, "tailwind.css"),
  });
  await writeFile(join(outputFolder, "tailwind.css"), css.css);
  await build({
    entryPoints: [join(HERE, "main.tsx")],
    outdir: outputFolder,
    bundle: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    loader: { ".woff2": "file" },
    assetNames: "fonts/[name]",
    define: { "process.env.NODE_ENV": '"production"' },
    minify: true,
    logLevel: "silent",
  });
  await writeFile(join(outputFolder, "index.html"), PAGE);
}

// The app chooses theme and language before the first paint in the same way.
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery</title>
<link rel="icon" href="data:,">
<script>
const query = new URLSearchParams(location.search);
if (query.get("theme")) document.documentElement.dataset.theme = query.get("theme");
document.documentElement.lang = query.get("lang") ?? "en";
</script>
<link rel="stylesheet" href="tailwind.css">
<link rel="stylesheet" href="main.css">
</head>
<body><div id="root"></div><script type="module" src="main.js"></script></body>
</html>
`;
