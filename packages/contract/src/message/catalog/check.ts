import { catalog } from "./catalog";

/** Checks: title, what was seen for each result, and the remedy. */
export const checkCatalog = catalog({ "check.pending": "Not run yet." }, { "check.pending": "尚未执行。" });
