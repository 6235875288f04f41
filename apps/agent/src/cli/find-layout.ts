import { hostLayout, type Layout, planLayout } from "../store/layout";

/** Where this process finds its files: below the folder that a test names, else where an installation leaves them. */
export function findLayout(): Layout {
  const root = process.env.PRIMACY_AGENT_ROOT;
  const layout =
    root === undefined || root === ""
      ? hostLayout
      : planLayout(`${root}/etc/primacy-agent`, `${root}/var/lib/primacy-agent`, `${root}/run/primacy-agent`);
  // The supervisor names one for each pair of processes that it starts.
  return { ...layout, handsSocket: process.env.PRIMACY_HANDS_SOCKET ?? layout.handsSocket };
}
