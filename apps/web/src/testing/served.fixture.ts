import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** What a page under test talks to. */
export interface Served {
  readonly origin: string;
  stop(): void;
}

/** Answers on a free port of the loopback address until it is stopped, which ends what is still open. */
export async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<Served> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
