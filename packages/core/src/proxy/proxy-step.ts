import type { PlannedOperation } from "../operation/planned-step";
import type { CommonProxyStep } from "./common-steps";

/** The steps of all kinds of proxies. */
export type ProxyStep = CommonProxyStep;

/** What is done to set up or to remove a proxy of any kind. */
export type PlannedProxy = PlannedOperation<ProxyStep>;
