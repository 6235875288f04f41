/** Every page of the gallery, by its name in the URL. */
export const PAGE_NAMES = [
  "controls",
  "feedback",
  "lists",
  "long",
  "progress",
  "wizard",
  "dialog",
  "sheet",
  "palette",
  "menu",
  "charts",
  "shell",
  "topology-3",
  "topology-9",
  "topology-grid",
  "topology-many",
  "topology-trouble",
  "topology-owners",
  "topology-reads",
] as const;

/** One page's name. */
export type PageName = (typeof PAGE_NAMES)[number];
