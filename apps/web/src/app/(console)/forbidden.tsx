import type { ReactNode } from "react";
import { DeadEnd } from "../../frame/dead-end";

export default function Forbidden(): ReactNode {
  return <DeadEnd kind="forbidden" />;
}
