import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";

/** Where MySQL looks by default, in its order. */
const defaultFiles = ["/etc/my.cnf", "/etc/mysql/my.cnf", "/usr/etc/my.cnf"] as const;
const serverSection = /^\[(mysqld|server|mysqld[-_0-9.]+)\]$/;
const maxFileBytes = 1024 * 1024;
const maxFiles = 200;

/**
 * The last value that the server's option files give a variable, which is what a restart of the server
 * uses; null where none names it. Files that cannot be read are passed by.
 */
export async function findConfiguredValue(
  variable: string,
  extraFiles: readonly string[] = [],
): Promise<string | null> {
  const seen = new Set<string>();
  let value: string | null = null;
  for (const file of [...defaultFiles, ...extraFiles]) {
    value = (await readOptionFile(file, variable, seen)) ?? value;
  }
  return value;
}

async function readOptionFile(file: string, variable: string, seen: Set<string>): Promise<string | null> {
  if (seen.has(file) || seen.size >= maxFiles) {
    return null;
  }
  seen.add(file);
  let value: string | null = null;
  let isServer = false;
  for (const line of (await readText(file)).split("\n").map((text) => text.trim())) {
    if (line.startsWith("!")) {
      value = (await readIncluded(line, variable, seen)) ?? value;
    } else if (line.startsWith("[")) {
      isServer = serverSection.test(line);
    } else if (isServer) {
      value = parseOption(line, variable) ?? value;
    }
  }
  return value;
}

async function readIncluded(line: string, variable: string, seen: Set<string>): Promise<string | null> {
  const [directive, target = ""] = line.split(/\s+/, 2);
  if (directive === "!include") {
    return readOptionFile(target, variable, seen);
  }
  let value: string | null = null;
  for (const name of await listFolder(target)) {
    if (/\.(cnf|ini)$/.test(name)) {
      value = (await readOptionFile(path.join(target, name), variable, seen)) ?? value;
    }
  }
  return value;
}

/** `super_read_only`, `super-read-only=ON`, `loose_super_read_only = 1`: the same option. A bare name means ON. */
function parseOption(line: string, variable: string): string | null {
  const match = /^(?:loose[-_])?([A-Za-z0-9_-]+)\s*(?:=\s*(.*))?$/.exec(line.replace(/\s+#.*$/, ""));
  const name = match?.[1]?.replaceAll("-", "_").toLowerCase();
  if (name === `skip_${variable}` || name === `disable_${variable}`) {
    return "OFF";
  }
  return name === variable ? (match?.[2] ?? "ON").replace(/^["']|["']$/g, "").trim() : null;
}

async function readText(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    return size > maxFileBytes ? "" : await readFile(file, "utf8");
  } catch {
    return "";
  }
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch {
    return [];
  }
}
