/** What the stand-in can be built as: the releases of GreatSQL that brought `greatdb_ha` or changed it. */
export const pluginReleases = [
  "8.0.32-24",
  "8.0.32-25",
  "8.0.32-26",
  "8.0.32-27",
  "8.4.4-4",
  "8.4.4-5",
] as const;

/** One of them. */
export type PluginRelease = (typeof pluginReleases)[number];

/** The newest, which is built where no other is named. */
export const newestRelease: PluginRelease = "8.4.4-5";

/** As the sources compare it: 8.0.32-24 is 8003224. */
export function numberRelease(release: PluginRelease): number {
  return Number(
    release
      .split(/[.-]/)
      .map((part, index) => (index === 0 ? part : part.padStart(2, "0")))
      .join(""),
  );
}
