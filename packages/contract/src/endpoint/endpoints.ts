import { z } from "zod";
import { endpoint } from "../api/endpoint";
import { Id } from "../primitives/scalar";
import { CustomEndpoint, CustomEndpointCreate, MeasuredEndpoint } from "./health";

const params = z.strictObject({ id: Id });
const tag = "endpoints";

/** The calls for the ways to a cluster's database. */
export const endpointEndpoints = {
  listEndpoints: endpoint("get", "/clusters/{id}/endpoints", {
    access: "viewer",
    tag,
    summary:
      "Where clients reach the cluster: every member, VIP, port of a proxy and stored address, with the server that each leads to",
    params,
    answer: z.object({ items: z.array(MeasuredEndpoint) }),
  }),
  addEndpoint: endpoint("post", "/clusters/{id}/endpoints", {
    access: "operator",
    tag,
    summary: "Store an address of the cluster's clients under a name; the console looks where it leads",
    params,
    body: CustomEndpointCreate,
    status: 201,
    answer: CustomEndpoint,
    refusals: ["already_exists"],
  }),
  removeEndpoint: endpoint("delete", "/clusters/{id}/endpoints/{endpointId}", {
    access: "operator",
    tag,
    summary: "Forget a stored address",
    params: z.strictObject({ id: Id, endpointId: Id }),
  }),
};
