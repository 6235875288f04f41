import { z } from "zod";
import { endpoint } from "../api/endpoint";
import { Id } from "../primitives/scalar";
import { Prober, ProberSwitch } from "./prober";

const params = z.strictObject({ id: Id });
const tag = "incidents";

/** The calls for standing probers. */
export const proberEndpoints = {
  listProbers: endpoint("get", "/clusters/{id}/probers", {
    access: "viewer",
    tag,
    summary: "The standing probers of a cluster's endpoints: availability over 1, 7 and 30 days, and outages",
    params,
    answer: z.object({ items: z.array(Prober) }),
  }),
  switchProber: endpoint("post", "/clusters/{id}/probers", {
    access: "operator",
    tag,
    summary:
      "Have the console write one row through an endpoint each second, or read one where clients only read; or end that",
    params,
    body: ProberSwitch,
    answer: z.object({ id: Id }),
  }),
};
