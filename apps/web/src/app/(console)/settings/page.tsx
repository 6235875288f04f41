import type { ReactNode } from "react";
import { ProfilePage } from "../../../features/settings/profile-page";

export default function Page(): ReactNode {
  return <ProfilePage />;
}
