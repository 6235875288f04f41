import { catalog } from "./catalog";

/** Operations and their steps. */
export const stepCatalog = catalog(
  { "step.waiting": "Waiting for a worker." },
  { "step.waiting": "等待 worker。" },
);
