import { z } from "zod";
import { CheckedPlan } from "../operation/checked-plan";
import { countNothing, countReport } from "../operation/counts";
import { changing, looking, noResult } from "../operation/declare";
import { Plan } from "../operation/plan";
import { Id } from "../primitives/scalar";
import { VipMigrationProof, VipMigrationQuestion } from "./migration";
import { VipChange, VipCheckRequest, VipRequest } from "./vip";
import { VipProof } from "./vip-proof";

const ofVip = { input: z.strictObject({ vipId: Id }), result: noResult };
const migration = VipMigrationQuestion.extend({ vipId: Id });
const onHost = { input: z.strictObject({ vipId: Id, hostId: Id }), result: noResult };

/** What is done with a VIP. */
export const vipKinds = {
  "vip.check": looking("operator", { input: VipCheckRequest, result: CheckedPlan, count: countReport }),
  "vip.apply": changing("operator", { input: VipRequest, result: VipProof }),
  "vip.change": changing("operator", {
    input: z.strictObject({ vipId: Id, change: VipChange }),
    result: VipProof.nullable(),
  }),
  "vip.remove": changing("operator", ofVip),
  "vip.check_removal": looking("operator", { input: ofVip.input, result: Plan, count: countNothing }),
  "vip.release": changing("operator", onHost),
  "vip.resume": changing("operator", onHost),
  "vip.pause": changing("operator", ofVip),
  "vip.unpause": changing("operator", ofVip),
  "vip.rebind": changing("operator", ofVip),
  "vip.check_migration": looking("operator", { input: migration, result: CheckedPlan, count: countReport }),
  "vip.migrate": changing("operator", { input: migration, result: VipMigrationProof }),
};
