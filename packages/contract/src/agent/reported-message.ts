import { z } from "zod";
import { Message, quote } from "../message/schema";

/** What an agent tells; what one of an earlier build told as text alone is quoted. */
export const ReportedMessage = z.preprocess(
  (value) => (typeof value === "string" ? quote(value) : value),
  Message,
);
