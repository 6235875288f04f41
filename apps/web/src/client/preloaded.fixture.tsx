import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { createRoot } from "react-dom/client";
import { Preloaded } from "./preloaded";

/** A page whose header asks for another order, as the console's do: what is asked for comes with the new page. */
function Page(): ReactNode {
  const [order, setOrder] = useState("asc");
  const key = ["listHosts", order];
  return (
    <Preloaded answers={[{ key, answer: `sorted ${order}` }]}>
      <Table asked={key} onSort={() => setOrder(order === "asc" ? "desc" : "asc")} />
    </Preloaded>
  );
}

function Table({
  asked,
  onSort,
}: {
  readonly asked: readonly string[];
  readonly onSort: () => void;
}): ReactNode {
  const { data } = useQuery<string>({ queryKey: asked, queryFn: () => new Promise<string>(() => undefined) });
  if (data === undefined) return <p>Loading</p>;
  return (
    <button type="button" onClick={onSort}>
      {data}
    </button>
  );
}

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
createRoot(document.body.appendChild(document.createElement("main"))).render(
  <QueryClientProvider client={client}>
    <Page />
  </QueryClientProvider>,
);
