import type { en } from "../en";
import type { TextsLike } from "../texts";
import { cluster } from "./cluster";
import { common } from "./common";
import { frame } from "./frame";
import { operation } from "./operation";
import { signIn } from "./sign-in";

/** Simplified Chinese. */
export const zh: TextsLike<typeof en> = { cluster, common, frame, operation, signIn };
