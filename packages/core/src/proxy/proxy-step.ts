import type { PlannedOperation } from "../operation/planned-step";
import type { CommonProxyStep } from "./common-steps";
import type { HaproxyStep } from "./haproxy";
import type { RouterStep } from "./router";

/** The steps of all kinds of proxies. */
export type ProxyStep = CommonProxyStep | HaproxyStep | RouterStep;

/** What is done to set up or to remove a proxy of any kind. */
export type PlannedProxy = PlannedOperation<ProxyStep>;
