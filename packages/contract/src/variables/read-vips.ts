import { z } from "zod";
import { IpAddress } from "../primitives/address";
import { Id } from "../primitives/scalar";

/** The most read VIPs that the plugin greatdb_ha takes. */
export const mostPluginReadVips = 61;

/** Which members are to have which of the plugin's read VIPs; those that are not named stay where they are. */
export const ReadVipsOrder = z.strictObject({
  moves: z
    .array(z.strictObject({ address: IpAddress, memberId: Id }))
    .min(1)
    .max(mostPluginReadVips),
});
export type ReadVipsOrder = z.infer<typeof ReadVipsOrder>;
