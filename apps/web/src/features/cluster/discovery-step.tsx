"use client";

import type { Discovery } from "@primacy/contract";
import {
  Badge,
  Button,
  Card,
  Checkbox,
  CodeBlock,
  DataTable,
  Field,
  FormErrorSummary,
  Input,
  Notice,
} from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { fieldErrors } from "../../client/problem-text";
import { useErrorTexts } from "../../client/use-error-texts";
import { useMessageText, useReaderLocale } from "../../client/use-locale";
import type { Starter } from "../../client/use-started";
import { inHostOrder } from "./in-host-order";
import type { StepParts } from "./register-cluster";

/** Properties of {@link DiscoveryStep}. */
interface DiscoveryStepProps {
  readonly discovery: Discovery;
  readonly registering: Starter;
  readonly onBack: () => void;
  readonly onRegister: (name: string, keepCredentials: boolean) => void;
  readonly children: (parts: StepParts) => ReactNode;
}

/** The group as one member sees it, the hosts it matches, and the SQL that registering would run. */
export function DiscoveryStep({
  discovery,
  registering,
  onBack,
  onRegister,
  children,
}: DiscoveryStepProps): ReactNode {
  const t = useTranslations("cluster.register");
  const common = useTranslations("common");
  const text = useMessageText();
  const locale = useReaderLocale();
  const [name, setName] = useState("");
  const [keep, setKeep] = useState(false);
  const problems = [...discovery.problems, ...discovery.members.flatMap((member) => member.problems)];
  const general = useErrorTexts()(registering.error, ["/name"]);
  const statements = discovery.plan.flatMap((step) =>
    step.preview.filter((one) => one.kind === "sql").map((one) => one.text),
  );
  const body = (
    <div className="flex flex-col gap-4">
      {general.length === 0 ? null : (
        <FormErrorSummary title={t("refused")} problems={general.map((message) => ({ message }))} />
      )}
      {problems.map((one) => (
        <Notice key={`${one.code}${one.text}`} tone="warning" title={text(one)} />
      ))}
      <Card>
        <div className="flex flex-col gap-4">
          <Field label={t("name")} errors={fieldErrors(registering.problem, "/name", locale)} required>
            <Input name="name" value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
          <Checkbox
            checked={keep}
            onCheckedChange={(checked) => setKeep(checked === true)}
            label={t("keep")}
          />
        </div>
      </Card>
      <Card title={t("members")} padding="none" actions={<Badge mono>{discovery.groupName}</Badge>}>
        <DiscoveredMembers discovery={discovery} />
      </Card>
      {statements.length === 0 ? null : (
        <CodeBlock language="sql" title={t("sql")} code={statements.join("\n")} />
      )}
    </div>
  );
  const footer = (
    <>
      <Button onClick={onBack}>{common("back")}</Button>
      <Button
        variant="primary"
        loading={registering.isUnderWay}
        disabled={name.trim() === ""}
        onClick={() => onRegister(name.trim(), keep)}
      >
        {t("submit")}
      </Button>
    </>
  );
  return children({ body, footer });
}

function DiscoveredMembers({ discovery }: { readonly discovery: Discovery }): ReactNode {
  const t = useTranslations("cluster.register");
  return (
    <DataTable
      caption={t("members")}
      rows={inHostOrder(discovery.members, (one) => one.reportHost)}
      rowKey={(member) => member.serverUuid}
      columns={[
        {
          id: "member",
          header: t("member"),
          rowHeader: true,
          mono: true,
          cell: (member) => `${member.reportHost}:${member.port}`,
        },
        { id: "role", header: t("role"), cell: (member) => member.role },
        { id: "state", header: t("state"), cell: (member) => member.state },
        {
          id: "version",
          header: t("version"),
          mono: true,
          hideBelow: "md",
          cell: (member) => member.version,
        },
        {
          id: "host",
          header: t("host"),
          cell: (member) => member.hostName ?? <Badge tone="warning">{t("noHost")}</Badge>,
        },
      ]}
    />
  );
}
