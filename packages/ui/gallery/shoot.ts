import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SCREENS, startGallery } from "./browser";
import { PAGE_NAMES } from "./page-names";

/** Takes a picture of every page of the gallery, both themes, both screens, into dist/gallery. Names as arguments limit it. */
const names = process.argv.length > 2 ? process.argv.slice(2) : PAGE_NAMES;
const folder = fileURLToPath(new URL("../dist/gallery/", import.meta.url));
await mkdir(folder, { recursive: true });
const gallery = await startGallery();
try {
  for (const theme of ["light", "dark"] as const) {
    for (const screen of ["desk", "phone"] as const) {
      const view = await gallery.open({ theme, screen });
      for (const name of names) {
        await view.show(name);
        await view.page.screenshot({ path: join(folder, `${name}-${screen}-${theme}.png`), fullPage: true });
      }
      await view.context.close();
      process.stdout.write(`${screen} ${theme}: ${names.length} pages at ${SCREENS[screen].width} px\n`);
    }
  }
} finally {
  await gallery.close();
}
