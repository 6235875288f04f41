import type { Cluster, Operation } from "@primacy/contract";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useApi } from "../../client/use-api";
import { clusterId, clusterOf, operationOf, showBeforeConsole } from "../vip/console-page.fixture";
import { OperationDrawer } from "./operation-drawer";

/** The drawer before a console whose one operation is in the state that a test writes into the field, as is the cluster. */
const said: { state: Operation["state"]; tone: Cluster["tone"] } = { state: "succeeded", tone: "ok" };

function Field({ name }: { readonly name: "state" | "tone" }): ReactNode {
  const client = useQueryClient();
  const [value, setValue] = useState<string>(said[name]);
  return (
    <input
      aria-label={name}
      value={value}
      onChange={({ target }) => {
        setValue(target.value);
        Object.assign(said, { [name]: target.value });
        void client.invalidateQueries();
      }}
    />
  );
}

/** How many the drawer was told of: a page that knows none yet shows none either. */
function Listed(): ReactNode {
  const items = useApi("listOperations", { query: { limit: 5 } }).data?.items;
  return items === undefined ? null : <p>{`${items.length} listed`}</p>;
}

function page<T>(items: readonly T[]): { status: number; body: object } {
  return { status: 200, body: { items, nextCursor: null } };
}

showBeforeConsole(
  (_method, path) =>
    path.endsWith("/operations")
      ? page([operationOf(1, "switchover", { state: said.state, clusterId })])
      : page([{ ...clusterOf(["db1"]), tone: said.tone }]),
  <>
    <Field name="state" />
    <Field name="tone" />
    <Listed />
    <OperationDrawer />
  </>,
);
