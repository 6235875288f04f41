import { type EndpointNote, type Message, message } from "@primacy/contract";
import { accountUsers } from "../../cluster/accounts";
import { nameInnodbCluster } from "./check-router";
import { metadataSchema } from "./metadata-schema";
import { type MetadataVerdict, namesIn } from "./router-metadata";

/** Whose metadata it is. */
interface ToldGroup {
  readonly clusterName: string;
  readonly groupName: string;
}

/**
 * Says what is wrong with the metadata by which a MySQL Router that serves leads, and what to do; null where it describes the group.
 * Metadata that nobody may read is told in the tone of what is not known.
 */
export function tellMetadata(verdict: MetadataVerdict, group: ToldGroup): EndpointNote | null {
  switch (verdict.kind) {
    case "agrees":
      return null;
    case "absent": {
      const command = `dba.createCluster('${nameInnodbCluster(group.clusterName)}', {adoptFromGR: true})`;
      return warn(
        message("endpoint.metadata_absent"),
        message("endpoint.advice.metadata_absent", { command }),
      );
    }
    case "unreadable": {
      const statement = `GRANT SELECT ON ${metadataSchema}.* TO ${accountUsers.admin}`;
      const finding = message("endpoint.metadata_unread", { said: verdict.said });
      const advice = message("endpoint.advice.metadata_unread", { statement });
      return { tone: "unknown", finding, advice };
    }
    case "partial":
      return warn(
        message("endpoint.metadata_partial", { said: verdict.said }),
        message("endpoint.advice.metadata_partial"),
      );
    case "version":
      return warn(
        message("endpoint.metadata_version", { version: verdict.version }),
        message("endpoint.advice.metadata_version"),
      );
    case "differs":
      return tellDifference(verdict, group);
  }
}

function tellDifference(
  { cluster, differences }: Extract<MetadataVerdict, { kind: "differs" }>,
  { groupName: group }: ToldGroup,
): EndpointNote {
  if (differences.some(({ kind }) => kind === "group"))
    return warn(
      message("endpoint.metadata_group", { group, known: namesIn(differences, "group").join(", ") || "-" }),
      message("endpoint.advice.metadata_group"),
    );
  const [unlisted, gone] = [namesIn(differences, "unlisted"), namesIn(differences, "gone")];
  const kind = unlisted.length === 0 ? "gone" : gone.length === 0 ? "unlisted" : "both";
  const params = { cluster: cluster ?? "-", unlisted: unlisted.join(", "), gone: gone.join(", ") };
  return warn(message(`endpoint.metadata_${kind}`, params), message("endpoint.advice.metadata_rescan"));
}

const warn = (finding: Message, advice: Message): EndpointNote => ({ tone: "warning", finding, advice });
