import type { ReactNode } from "react";
import { ProfilePage } from "../../../features/settings/profile-page";
import { Preload, preload } from "../../../server/page/preload";

export default function Page(): ReactNode {
  return (
    <Preload answers={[preload("getAbout")]}>
      <ProfilePage />
    </Preload>
  );
}
