import { handleApi } from "../../../../server/api/handle-api";

export const dynamic = "force-dynamic";

export {
  handleApi as DELETE,
  handleApi as GET,
  handleApi as HEAD,
  handleApi as OPTIONS,
  handleApi as PATCH,
  handleApi as POST,
  handleApi as PUT,
};
