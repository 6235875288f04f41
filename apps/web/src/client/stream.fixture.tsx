import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { useClusterStream } from "./stream";

/** A cluster's page as the server drew it: its list of events was read before the stream is opened. */
function Page(): ReactNode {
  const state = useClusterStream("orders");
  const { data } = useQuery<string>({
    queryKey: ["listEvents"],
    queryFn: async () => (await fetch("/events")).text(),
  });
  return (
    <p>
      {state}: {data}
    </p>
  );
}

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
client.setQueryData(["listEvents"], "as it was drawn");
createRoot(document.body.appendChild(document.createElement("main"))).render(
  <QueryClientProvider client={client}>
    <Page />
  </QueryClientProvider>,
);
