import { z } from "zod";
import { changing, looking, noInput, noResult } from "../operation/declare";
import { Id } from "../primitives/scalar";
import { ClusterRefresh, ClusterRegister, DiscoverRequest, Discovery } from "./cluster";

/** What is done with a cluster as a whole. */
export const clusterKinds = {
  "cluster.discover": looking("admin", {
    input: DiscoverRequest.omit({ password: true }),
    result: Discovery,
  }),
  "cluster.register": changing("admin", {
    input: ClusterRegister.omit({ password: true }),
    result: z.object({ clusterId: Id }),
  }),
  "cluster.refresh": changing("operator", {
    input: ClusterRefresh.omit({ confirm: true }),
    result: noResult,
  }),
  "cluster.remove": changing("admin", { input: noInput, result: noResult }),
};
