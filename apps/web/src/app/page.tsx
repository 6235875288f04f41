import { redirect } from "next/navigation";

/** The console begins at its clusters. */
export default function RootPage(): never {
  redirect("/api/v1/docs");
}
