import { StepFailure } from "../../operation/failure";
import type { ProxyDriver } from "../proxy-driver";

const unready = async (): Promise<never> => {
  throw new StepFailure("failure.proxy_unready", { params: { kind: "haproxy" } });
};

/** Not there yet: every look says so. */
export const haproxyDriver: ProxyDriver<"haproxy"> = { check: unready, planRemoval: unready };
