import type { Topology } from "@primacy/contract";
import { picture } from "../benchmark/benchmark.fixture";
import { clusterOf, showBeforeConsole } from "../vip/console-page.fixture";
import { MembersPage } from "./members-page";

/** The page of members, in front of a console: with `busy` the queues are long and the lag is another one. */
const isBusy = new URLSearchParams(location.hash.slice(1)).has("busy");
const { clusterId } = picture;
const topology: Topology = {
  ...picture,
  hosts: picture.hosts.map((host) => ({
    ...host,
    members: host.members.map((member) =>
      isBusy ? { ...member, applyQueue: 12_345, appliedLagMs: 12_600 } : { ...member, applyQueue: 3 },
    ),
  })),
};

showBeforeConsole(
  (_method, path) => ({
    status: 200,
    body: path.endsWith("/topology")
      ? topology
      : path.endsWith("/endpoints")
        ? { items: [] }
        : { ...clusterOf(["db1", "db2", "db3"]), id: clusterId },
  }),
  <MembersPage clusterId={clusterId} />,
);
