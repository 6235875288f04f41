import type { ReactNode } from "react";
import { Badge, Button, Field, Input, Notice, PageHeader, PlanList, WizardLayout } from "../../src/index";
import { PLAN } from "./progress";

export function WizardPage(): ReactNode {
  return (
    <main className="mx-auto flex max-w-[84rem] flex-col gap-8 px-4 py-8 sm:px-8">
      <PageHeader parent="orders-production" title="Configure VIP" />
      <WizardLayout
        stepsLabel="Steps"
        consequenceTitle="What this changes"
        steps={[
          {
            id: "1",
            label: "Provider",
            state: "done",
            stateLabel: "Done",
            summary: "Primacy agent",
            href: "#1",
          },
          { id: "2", label: "Address", state: "current", stateLabel: "Current" },
          { id: "3", label: "Checks", state: "upcoming", stateLabel: "Upcoming" },
          { id: "4", label: "应用", state: "upcoming", stateLabel: "未开始" },
        ]}
        consequence={
          <>
            <p className="text-ink-muted">
              db2 takes <code className="text-ink text-xs">10.77.0.100/32</code> on eth0. Writes do not stop:
              the address is new.
            </p>
            <div className="flex flex-wrap gap-1.5">
              <Badge mono>db1</Badge>
              <Badge mono>db2</Badge>
              <Badge mono>db3</Badge>
            </div>
            <PlanList
              label="Plan"
              steps={PLAN.map((step) => ({ ...step, state: "pending", stateLabel: "Pending" }))}
            />
          </>
        }
        footer={
          <>
            <Button variant="ghost">Back</Button>
            <Button variant="primary">Check and continue</Button>
          </>
        }
      >
        <Field label="Write VIP" hint="It follows the primary.">
          <Input mono defaultValue="10.77.0.100" />
        </Field>
        <Field label="Prefix length" hint="Detected from eth0 on every member.">
          <Input mono defaultValue="24" />
        </Field>
        <Notice tone="busy" title="Asking db1, db2 and db3 whether anybody answers for 10.77.0.100." />
      </WizardLayout>
    </main>
  );
}
