import { Command, Gauge, Network, Server, Settings } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  AppShell,
  BottomDrawer,
  BrandMark,
  Button,
  Card,
  LocaleSwitch,
  NavList,
  PlanList,
  ProgressBar,
  StatusPip,
  Tabs,
  ThemeToggle,
} from "../../src/index";
import { History } from "./lists";
import { PLAN } from "./progress";
import { healthy, Screen } from "./topology";

/** The whole console. */
export function ShellPage(): ReactNode {
  const [open, setOpen] = useState(false);
  const [primary, setPrimary] = useState(2);
  return (
    <AppShell
      brand={<BrandMark name="Primacy" />}
      navigationLabel="Navigation"
      navigation={<Navigation />}
      railFooter={
        <div className="flex items-center justify-between">
          <ThemeToggle
            label="Theme"
            value="system"
            onValueChange={() => undefined}
            choiceLabels={{ system: "As the system", light: "Light", dark: "Dark" }}
          />
          <LocaleSwitch
            label="Language"
            value="en"
            onValueChange={() => undefined}
            locales={[
              { value: "en", label: "EN" },
              { value: "zh-CN", label: "中文" },
            ]}
          />
        </div>
      }
      header={
        <>
          <StatusPip tone="ok" label="3 of 3 online" />
          <p className="min-w-0 flex-1 truncate text-ink-muted tabular-nums">
            Writes go to db2. VIP 10.77.0.100 is held by db2, answered by db2, 12 ms ago.
          </p>
          <Button size="sm" variant="ghost" icon={<Command aria-hidden />}>
            K
          </Button>
        </>
      }
      drawer={
        <BottomDrawer
          label="Operations"
          open={open}
          onOpenChange={setOpen}
          summary={
            <>
              <StatusPip tone="busy" label="Switchover to db2" />
              <span className="text-ink-muted">orders-production, 2 of 5 steps</span>
              <span className="w-40">
                <ProgressBar label="Switchover" value={0.4} />
              </span>
            </>
          }
        >
          <PlanList label="Switchover" steps={PLAN} />
        </BottomDrawer>
      }
    >
      <div className="flex flex-col gap-6">
        <Screen model={healthy(3, primary)}>
          <Button variant="primary" onClick={() => setPrimary((primary % 3) + 1)}>
            Switch over
          </Button>
        </Screen>
        <Tabs
          label="Cluster"
          items={[
            { href: "#topology", label: "Topology", current: true },
            { href: "#members", label: "Members", current: false },
            { href: "#vip", label: "VIP", current: false },
          ]}
        />
        <Card title="History">
          <History />
        </Card>
      </div>
    </AppShell>
  );
}

function Navigation(): ReactNode {
  return (
    <NavList
      items={[
        {
          href: "#clusters",
          label: "Clusters",
          current: false,
          icon: <Network aria-hidden />,
          items: [
            {
              href: "#orders",
              label: "orders-production",
              current: true,
              status: <StatusPip iconOnly tone="ok" label="Online" />,
            },
            {
              href: "#billing",
              label: "billing",
              current: false,
              status: <StatusPip iconOnly tone="failed" label="No majority" />,
            },
            {
              href: "#archive",
              label: "归档库",
              current: false,
              status: <StatusPip iconOnly tone="unknown" label="Unknown" />,
            },
          ],
        },
        { href: "#hosts", label: "Hosts", current: false, icon: <Server aria-hidden /> },
        { href: "#operations", label: "Operations", current: false, icon: <Gauge aria-hidden /> },
        { href: "#settings", label: "Settings", current: false, icon: <Settings aria-hidden /> },
      ]}
    />
  );
}
