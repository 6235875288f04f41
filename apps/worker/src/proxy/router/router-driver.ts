import { StepFailure } from "../../operation/failure";
import type { ProxyDriver } from "../proxy-driver";

const unready = async (): Promise<never> => {
  throw new StepFailure("failure.proxy_unready", { params: { proxy: "router" } });
};

/** Not there yet: every look says so. */
export const routerDriver: ProxyDriver<"router"> = { check: unready, planRemoval: unready };
