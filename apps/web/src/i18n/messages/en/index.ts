import { cluster } from "./cluster";
import { common } from "./common";
import { frame } from "./frame";
import { host } from "./host";
import { operation } from "./operation";
import { signIn } from "./sign-in";
import { wizard } from "./wizard";

/** English, the language in which texts are first written. One file per feature. */
export const en = { cluster, common, frame, host, operation, signIn, wizard };
