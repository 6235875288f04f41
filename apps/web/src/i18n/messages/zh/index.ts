import type { en } from "../en";
import type { TextsLike } from "../texts";
import { cluster } from "./cluster";
import { common } from "./common";
import { event } from "./event";
import { frame } from "./frame";
import { host } from "./host";
import { member } from "./member";
import { operation } from "./operation";
import { recovery } from "./recovery";
import { settings } from "./settings";
import { signIn } from "./sign-in";
import { switchover } from "./switchover";
import { topology } from "./topology";
import { vip } from "./vip";
import { wizard } from "./wizard";

/** Simplified Chinese. */
export const zh: TextsLike<typeof en> = {
  cluster,
  common,
  event,
  frame,
  host,
  member,
  operation,
  recovery,
  settings,
  signIn,
  switchover,
  topology,
  vip,
  wizard,
};
