import { common } from "./common";
import { frame } from "./frame";

/** English, the language in which texts are first written. One file per feature. */
export const en = { common, frame };
