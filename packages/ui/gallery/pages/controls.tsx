import { Plus, RefreshCw, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  BrandMark,
  Button,
  ButtonLink,
  Checkbox,
  Field,
  FormErrorSummary,
  IconButton,
  Input,
  Link,
  LocaleSwitch,
  RadioGroup,
  RadioList,
  SegmentedControl,
  Select,
  Switch,
  Textarea,
  type ThemeChoice,
  ThemeToggle,
} from "../../src/index";
import { Specimen, SpecimenPage, SpecimenRow } from "../specimen";

export function ControlsPage(): ReactNode {
  return (
    <SpecimenPage title="Controls">
      <SpecimenRow>
        <BrandMark name="Primacy" />
      </SpecimenRow>
      <Buttons />
      <Choices />
      <Fields />
    </SpecimenPage>
  );
}

function Buttons(): ReactNode {
  return (
    <Specimen name="Button, IconButton, Link">
      <SpecimenRow>
        <Button variant="primary">Configure VIP</Button>
        <Button icon={<Plus aria-hidden />}>Add host</Button>
        <Button variant="ghost">Cancel</Button>
        <Button variant="danger" icon={<Trash2 aria-hidden />}>
          Remove
        </Button>
        <Button variant="primary" loading>
          Applying
        </Button>
        <Button disabled>Disabled</Button>
        <Button size="sm">Small</Button>
        <IconButton label="Refresh" icon={<RefreshCw aria-hidden />} />
        <ButtonLink href="#next">Open cluster</ButtonLink>
        <span>
          Text with <Link href="#text">a link</Link> and{" "}
          <Link href="#quiet" tone="quiet">
            a quiet one
          </Link>
          .
        </span>
      </SpecimenRow>
    </Specimen>
  );
}

function Choices(): ReactNode {
  const [theme, setTheme] = useState<ThemeChoice>("system");
  const [locale, setLocale] = useState("en");
  const [view, setView] = useState("topology");
  const [on, setOn] = useState(true);
  const [checked, setChecked] = useState(true);
  const [provider, setProvider] = useState("agent");
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <Specimen name="Segmented, theme, language, checkbox, switch">
        <SpecimenRow>
          <SegmentedControl
            label="View"
            value={view}
            onValueChange={setView}
            segments={[
              { value: "topology", label: "Topology" },
              { value: "table", label: "Table" },
            ]}
          />
          <ThemeToggle
            label="Theme"
            value={theme}
            onValueChange={setTheme}
            choiceLabels={{ system: "As the system", light: "Light", dark: "Dark" }}
          />
          <LocaleSwitch
            label="Language"
            value={locale}
            onValueChange={setLocale}
            locales={[
              { value: "en", label: "English" },
              { value: "zh-CN", label: "简体中文" },
            ]}
          />
        </SpecimenRow>
        <Checkbox
          label="Forget the password after installation"
          checked={checked}
          onCheckedChange={setChecked}
        />
        <Checkbox
          label="Select all members"
          hint="Two of three are chosen."
          checked="indeterminate"
          onCheckedChange={setChecked}
        />
        <Switch
          label="Release the address when the console is lost"
          hint="The agent decides by itself; this changes what it decides."
          checked={on}
          onCheckedChange={setOn}
        />
      </Specimen>
      <Specimen name="RadioList">
        <RadioList
          label="Fault"
          value={provider}
          onValueChange={setProvider}
          groups={[
            {
              id: "provider",
              label: "Providers",
              options: [
                { value: "agent", label: "Primacy agent", hint: "On stock MySQL." },
                { value: "greatdb_ha", label: "greatdb_ha", hint: "On GreatSQL.", disabled: true },
              ],
            },
          ]}
        />
      </Specimen>
      <Specimen name="RadioGroup">
        <RadioGroup
          label="Provider"
          value={provider}
          onValueChange={setProvider}
          options={[
            {
              value: "agent",
              label: "Primacy agent",
              hint: "Moves the address on stock MySQL. Three agents are ready.",
            },
            {
              value: "greatdb_ha",
              label: "greatdb_ha",
              hint: "Needs GreatSQL or GreatDB on every member.",
              disabled: true,
            },
          ]}
        />
      </Specimen>
    </div>
  );
}

function Fields(): ReactNode {
  const [nic, setNic] = useState<string | undefined>(undefined);
  return (
    <Specimen name="Field, Input, Select, Textarea, FormErrorSummary">
      <FormErrorSummary
        title="The VIP was not configured: 3 problems."
        problems={[
          { message: "10.77.9.100 is outside 10.77.0.0/24, the network of eth0 on db2.", fieldId: "address" },
          { message: "00:16:3e:5a:01:9c already answers for 10.77.9.100.", fieldId: "address" },
          { message: "Choose an interface.", fieldId: "nic" },
        ]}
      />
      <div className="grid gap-5 md:grid-cols-3">
        <Field
          id="address"
          label="Address"
          required
          hint="An unused address in the network of the group."
          errors={[
            "10.77.9.100 is outside 10.77.0.0/24, the network of eth0 on db2.",
            "00:16:3e:5a:01:9c already answers for 10.77.9.100.",
          ]}
        >
          <Input mono defaultValue="10.77.9.100" />
        </Field>
        <Field id="nic" label="Interface" errors={["Choose an interface."]}>
          <Select
            mono
            value={nic}
            onValueChange={setNic}
            placeholder="Choose…"
            options={[
              { value: "eth0", label: "eth0", hint: "10.77.0.12/24" },
              { value: "eth1", label: "eth1", hint: "192.168.7.12/24" },
            ]}
          />
        </Field>
        <Field label="名称" hint="仅用于显示，可随时修改。">
          <Input placeholder="生产集群" />
        </Field>
        <Field label="Hosts" hint="One per line.">
          <Textarea mono defaultValue={"10.77.0.11\n10.77.0.12\n10.77.0.13"} />
        </Field>
        <Field label="Disabled">
          <Input disabled defaultValue="root" />
        </Field>
      </div>
    </Specimen>
  );
}
