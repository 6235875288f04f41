import { Network, Repeat2, Server, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useState } from "react";
import {
  Badge,
  Button,
  CommandPalette,
  ConfirmDialog,
  DropdownMenu,
  KeyValueList,
  PlanList,
  Popover,
  Sheet,
  StatusPip,
  showToast,
  Toaster,
} from "../../src/index";
import { SpecimenPage, SpecimenRow } from "../specimen";
import { PLAN } from "./progress";

export function DialogPage(): ReactNode {
  const [open, setOpen] = useState(true);
  return (
    <SpecimenPage title="Dialog">
      <Button onClick={() => setOpen(true)}>Open</Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Remove VIP 10.77.0.100?"
        description="Clients that use the address lose it."
        consequence={{
          title: "Connections through 10.77.0.100 end at once.",
          detail: "14 connections from 2 clients are open now.",
        }}
        targets={{ label: "Changes", names: ["db1", "db2", "db3"] }}
        plan={
          <PlanList
            label="Plan"
            steps={PLAN.slice(0, 3).map((step) => ({ ...step, state: "pending", stateLabel: "Pending" }))}
          />
        }
        typeToConfirm={{ text: "orders", label: "Type the cluster's name, orders, to go on" }}
        confirmLabel="Remove the VIP"
        cancelLabel="Keep it"
        onConfirm={() => setOpen(false)}
      />
    </SpecimenPage>
  );
}

export function SheetPage(): ReactNode {
  const [open, setOpen] = useState(true);
  return (
    <SpecimenPage title="Sheet">
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title="db2"
        description="10.77.0.12, eth0"
        footer={<Button variant="primary">Switch over to db2</Button>}
      >
        <div className="flex flex-col gap-4">
          <StatusPip tone="ok" label="Online" />
          <KeyValueList
            items={[
              { key: "role", label: "Role", value: <Badge emphasis>PRIMARY</Badge> },
              { key: "version", label: "Version", value: "8.4.6" },
              { key: "mac", label: "MAC", value: "02:4d:00:00:00:0c", mono: true },
            ]}
          />
        </div>
      </Sheet>
    </SpecimenPage>
  );
}

export function PalettePage(): ReactNode {
  const [open, setOpen] = useState(true);
  const act = (): void => undefined;
  return (
    <SpecimenPage title="Palette">
      <Button onClick={() => setOpen(true)}>Open</Button>
      <CommandPalette
        open={open}
        onOpenChange={setOpen}
        label="Commands"
        placeholder="Jump to or run…"
        emptyLabel="Nothing found."
        groups={[
          {
            id: "go",
            heading: "Go to",
            items: [
              {
                id: "c",
                label: "orders-production",
                icon: <Network aria-hidden />,
                hint: "Cluster",
                onSelect: act,
              },
              { id: "h", label: "db2", icon: <Server aria-hidden />, hint: "10.77.0.12", onSelect: act },
            ],
          },
          {
            id: "run",
            heading: "运行",
            items: [
              {
                id: "s",
                label: "切换主库…",
                icon: <Repeat2 aria-hidden />,
                hint: "orders-production",
                onSelect: act,
              },
              {
                id: "r",
                label: "Remove VIP…",
                icon: <Trash2 aria-hidden />,
                disabledReason: "Needs the role operator",
                onSelect: act,
              },
            ],
          },
        ]}
      />
    </SpecimenPage>
  );
}

export function MenuPage(): ReactNode {
  return (
    <SpecimenPage title="Menu">
      <Toaster label="Notifications" />
      <SpecimenRow>
        <DropdownMenu
          align="start"
          trigger={<Button>Actions</Button>}
          items={[
            { kind: "heading", id: "h", label: "db2" },
            {
              kind: "action",
              id: "1",
              label: "Make primary",
              icon: <Repeat2 aria-hidden />,
              onSelect: () =>
                showToast("done", { title: "Switchover started", description: "Follow it in the drawer." }),
            },
            { kind: "link", id: "2", label: "Open host", icon: <Server aria-hidden />, href: "#host" },
            { kind: "separator", id: "s" },
            {
              kind: "action",
              id: "3",
              label: "Remove",
              danger: true,
              icon: <Trash2 aria-hidden />,
              disabledReason: "It holds the VIP.",
              onSelect: () => undefined,
            },
          ]}
        />
        <Popover trigger={<Button variant="ghost">Why db2?</Button>} label="Why db2 holds the address">
          db2 is the primary and has proved it for 3 s.
        </Popover>
        <Button onClick={() => showToast("failed", { title: "The agent did not answer" })}>Toast</Button>
      </SpecimenRow>
    </SpecimenPage>
  );
}
