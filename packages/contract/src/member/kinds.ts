import { countReport } from "../operation/counts";
import { changing, looking } from "../operation/declare";
import { Id } from "../primitives/scalar";
import { MemberCheck, MemberCheckRequest, MemberResult, MemberStartFields, MemberStopOrder } from "./member";

const start = {
  input: MemberStartFields.omit({ confirm: true }).extend({ memberId: Id }),
  result: MemberResult,
};

/** What is done with one member of a group. */
export const memberKinds = {
  "member.check": looking("operator", {
    input: MemberCheckRequest.extend({ memberId: Id }),
    result: MemberCheck,
    count: countReport,
  }),
  "member.start": changing("operator", start),
  "member.stop": changing("operator", {
    input: MemberStopOrder.omit({ confirm: true }).extend({ memberId: Id }),
    result: MemberResult,
  }),
  "member.rejoin": changing("operator", start),
};
