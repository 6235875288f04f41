import type { en } from "../en";
import type { TextsLike } from "../texts";
import { common } from "./common";
import { frame } from "./frame";

/** Simplified Chinese. */
export const zh: TextsLike<typeof en> = { common, frame };
