import type { ReactNode } from "react";
import { DeadEnd } from "../frame/dead-end";

export default function NotFound(): ReactNode {
  return <DeadEnd kind="notFound" whole />;
}
