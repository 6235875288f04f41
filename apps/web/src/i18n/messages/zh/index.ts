import type { en } from "../en";
import type { TextsLike } from "../texts";
import { cluster } from "./cluster";
import { common } from "./common";
import { frame } from "./frame";
import { host } from "./host";
import { operation } from "./operation";
import { signIn } from "./sign-in";
import { wizard } from "./wizard";

/** Simplified Chinese. */
export const zh: TextsLike<typeof en> = { cluster, common, frame, host, operation, signIn, wizard };
