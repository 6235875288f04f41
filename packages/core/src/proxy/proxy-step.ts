import type { PlannedOperation } from "../operation/planned-step";
import type { CommonProxyStep } from "./common-steps";
import type { HaproxyStep } from "./haproxy";

/** The steps of all kinds of proxies. */
export type ProxyStep = CommonProxyStep | HaproxyStep;

/** What is done to set up or to remove a proxy of any kind. */
export type PlannedProxy = PlannedOperation<ProxyStep>;
