import {
  type NotificationKind,
  saveSettings,
  type SaveSettings,
  settings as settingsApi,
  type Settings,
} from '@fibado/contracts';
import {
  Box,
  Button,
  Checkbox,
  NativeSelect,
  NumberInput,
  Paper,
  SimpleGrid,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { MAX_HORIZON_QUARTERS } from '@fibado/planning';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DecimalInput } from '../../../components/decimal-input';
import { MoneyInput } from '../../../components/money-input';
import { PageHeader } from '../../../components/page-header';
import { ScrollTable } from '../../../components/scroll-table';
import { SectionCard } from '../../../components/section-card';
import { QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { setLanguage } from '../../../lib/i18n';
import { formatMoney, formatPercent } from '../../../lib/money';
import { useCanWrite } from '../shared/access';
import { ArchiveDownload } from '../shared/archive';
import { type Editor, EditorForm, useEditor } from '../shared/editor';
import { optionalText } from '../shared/editor-values';
import { settingsQuery } from '../shared/queries';

/** Impostazioni: everything the household can decide, each with its default and why. */
export function Component() {
  const query = useQuery(settingsQuery());
  const [saves, setSaves] = useState(0);
  return (
    <QueryState query={query}>
      {(settings) => <SettingsForm key={saves} initial={settings} onSaved={() => setSaves(saves + 1)} />}
    </QueryState>
  );
}

const KINDS: readonly NotificationKind[] = [
  'PLAN_READY',
  'PLAN_STALE',
  'TRANSFER_DUE',
  'BELOW_MINIMUM',
  'DUTY_THRESHOLD',
  'GUARANTEE_EXCEEDED',
  'TERM_MATURING',
  'NOTICE_DUE',
  'BREAK_DUE',
  'GOAL_DUE',
  'QUARTER_TO_START',
  'QUARTER_TO_CLOSE',
  'IMPORT_FINISHED',
  'CONSENT_ENDING',
  'WEBHOOK_DISABLED',
];

/** Defaults: web notifications on, e-mail off. */
const DEFAULT_CHANNEL = { web: true, email: false } as const;

/** The settings have no id: there is one a household. The name is what the editor calls it. */
type Editable = SaveSettings & { readonly id: string };
const withId = (settings: Settings): Editable => ({ ...settings, id: 'settings' });

/** The withholding, and how far the plan of the year looks. */
function PlanNumbers({ editor }: { readonly editor: Editor<Editable> }) {
  const { t } = useTranslation();
  const { value, set, error, unreadable } = editor;
  return (
    <>
      <DecimalInput
        label={t('FINANCE.SETTINGS.withholdingPct')}
        description={t('FINANCE.SETTINGS.withholdingPct_WHY')}
        value={value.withholdingPct ?? 26}
        error={error('withholdingPct')}
        onValidity={unreadable('withholdingPct')}
        onChange={(v) => set('withholdingPct', v ?? 0)}
      />
      <NumberInput
        label={t('FINANCE.SETTINGS.horizonQuarters')}
        description={t('FINANCE.SETTINGS.horizonQuarters_WHY')}
        min={1}
        max={MAX_HORIZON_QUARTERS}
        allowDecimal={false}
        value={value.horizonQuarters ?? 4}
        error={error('horizonQuarters')}
        onChange={(v) => set('horizonQuarters', typeof v === 'number' ? v : 4)}
      />
      <Checkbox
        label={t('FINANCE.SETTINGS.automaticPlans')}
        description={t('FINANCE.SETTINGS.automaticPlans_WHY')}
        checked={value.automaticPlans ?? true}
        onChange={(e) => set('automaticPlans', e.currentTarget.checked)}
      />
    </>
  );
}

function SettingsHeader({ canWrite }: { readonly canWrite: boolean }) {
  const { t } = useTranslation();
  return (
    <PageHeader
      title={t('FINANCE.SETTINGS.TITLE')}
      description={t('FINANCE.SETTINGS.TEXT')}
      actions={
        canWrite && (
          <Button component={Link} to="/fibado/settings/webhooks" variant="default">
            {t('FINANCE.WEBHOOKS.TITLE')}
          </Button>
        )
      }
    />
  );
}

function SettingsForm({ initial, onSaved }: { readonly initial: Settings; readonly onSaved: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const canWrite = useCanWrite();
  const editor = useEditor<Editable>({
    initial: withId(initial),
    schema: { safeParse: ({ id: _id, ...value }: Editable) => saveSettings.safeParse(value) },
    save: async ({ id, ...body }) => {
      const saved = await client.call(settingsApi.save, { body });
      queryClient.setQueryData(settingsQuery().queryKey, saved);
      if (saved.language !== initial.language) await setLanguage(saved.language);
      return { id, version: saved.version };
    },
    reload: async () => withId(await queryClient.fetchQuery({ ...settingsQuery(), staleTime: 0 })),
    onSaved,
  });
  const { value, set, error, unreadable } = editor;
  const notifications = value.notifications ?? {};
  const reminders = value.reminders ?? { daysBefore: 1 };
  const money = (
    key:
      | 'effortCostCents'
      | 'minBalanceCents'
      | 'transferStepCents'
      | 'thresholdMarginCents'
      | 'guaranteeLimitCents',
  ) => ({
    label: t(`FINANCE.SETTINGS.${key}`),
    description: t(`FINANCE.SETTINGS.${key}_WHY`),
    value: value[key] ?? 0,
    error: error(key),
    onValidity: unreadable(key),
    onChange: (cents: number | null) => set(key, cents ?? 0),
  });
  return (
    <>
      <SettingsHeader canWrite={canWrite} />
      <EditorForm
        editor={editor}
        readOnly={!canWrite}
        onCancel={() => editor.setAll(withId(initial))}
        describe={(s) => [
          [t('FINANCE.SETTINGS.language'), s.language ?? 'it'],
          [t('FINANCE.SETTINGS.effortCostCents'), formatMoney(s.effortCostCents ?? 0)],
          [t('FINANCE.SETTINGS.minBalanceCents'), formatMoney(s.minBalanceCents ?? 0)],
          [t('FINANCE.SETTINGS.transferStepCents'), formatMoney(s.transferStepCents ?? 0)],
          [t('FINANCE.SETTINGS.thresholdMarginCents'), formatMoney(s.thresholdMarginCents ?? 0)],
          [t('FINANCE.SETTINGS.guaranteeLimitCents'), formatMoney(s.guaranteeLimitCents ?? 0)],
          [
            t('FINANCE.SETTINGS.guaranteePolicy'),
            t(`FINANCE.GUARANTEE_POLICY.${s.guaranteePolicy ?? 'HARD'}`),
          ],
          [t('FINANCE.SETTINGS.calendar'), t(`FINANCE.CALENDAR_KIND.${s.calendar ?? 'TARGET_AND_ITALY'}`)],
          [t('FINANCE.SETTINGS.businessDaysOnly'), t(s.businessDaysOnly ? 'COMMON.YES' : 'COMMON.NO')],
          [t('FINANCE.SETTINGS.withholdingPct'), formatPercent(s.withholdingPct ?? 26)],
          [t('FINANCE.SETTINGS.automaticPlans'), t((s.automaticPlans ?? true) ? 'COMMON.YES' : 'COMMON.NO')],
          [t('FINANCE.SETTINGS.horizonQuarters'), String(s.horizonQuarters ?? 4)],
          [t('FINANCE.SETTINGS.email'), s.reminders?.email ?? '–'],
          [t('FINANCE.SETTINGS.daysBefore'), String(s.reminders?.daysBefore ?? 1)],
          [t('FINANCE.SETTINGS.NOTIFICATIONS'), JSON.stringify(s.notifications ?? {})],
        ]}
      >
        <Section title={t('FINANCE.SETTINGS.SECTION_PLAN')}>
          <MoneyInput {...money('effortCostCents')} />
          <MoneyInput {...money('minBalanceCents')} allowNegative />
          <MoneyInput {...money('transferStepCents')} />
          <MoneyInput {...money('thresholdMarginCents')} />
          <MoneyInput {...money('guaranteeLimitCents')} />
          <NativeSelect
            label={t('FINANCE.SETTINGS.guaranteePolicy')}
            description={t('FINANCE.SETTINGS.guaranteePolicy_WHY')}
            value={value.guaranteePolicy ?? 'HARD'}
            data={(['HARD', 'OFF'] as const).map((v) => ({
              value: v,
              label: t(`FINANCE.GUARANTEE_POLICY.${v}`),
            }))}
            onChange={(e) => set('guaranteePolicy', e.currentTarget.value as Settings['guaranteePolicy'])}
          />
          <NativeSelect
            label={t('FINANCE.SETTINGS.calendar')}
            description={t('FINANCE.SETTINGS.calendar_WHY')}
            value={value.calendar ?? 'TARGET_AND_ITALY'}
            data={(['TARGET_AND_ITALY', 'TARGET'] as const).map((v) => ({
              value: v,
              label: t(`FINANCE.CALENDAR_KIND.${v}`),
            }))}
            onChange={(e) => set('calendar', e.currentTarget.value as Settings['calendar'])}
          />
          <Checkbox
            label={t('FINANCE.SETTINGS.businessDaysOnly')}
            description={t('FINANCE.SETTINGS.businessDaysOnly_WHY')}
            checked={value.businessDaysOnly ?? true}
            onChange={(e) => set('businessDaysOnly', e.currentTarget.checked)}
          />
          <PlanNumbers editor={editor} />
        </Section>
        <Section title={t('FINANCE.SETTINGS.SECTION_LANGUAGE')}>
          <NativeSelect
            label={t('FINANCE.SETTINGS.language')}
            description={t('FINANCE.SETTINGS.language_WHY')}
            value={value.language ?? 'it'}
            data={[
              { value: 'it', label: 'Italiano' },
              { value: 'en', label: 'English' },
            ]}
            onChange={(e) => set('language', e.currentTarget.value as Settings['language'])}
          />
        </Section>
        <Section title={t('FINANCE.SETTINGS.SECTION_REMINDERS')}>
          <TextInput
            type="email"
            label={t('FINANCE.SETTINGS.email')}
            description={t('FINANCE.SETTINGS.email_WHY')}
            value={reminders.email ?? ''}
            error={error('reminders.email')}
            onChange={(e) => set('reminders', { ...reminders, email: optionalText(e.currentTarget.value) })}
          />
          <NumberInput
            label={t('FINANCE.SETTINGS.daysBefore')}
            description={t('FINANCE.SETTINGS.daysBefore_WHY')}
            min={0}
            max={30}
            allowDecimal={false}
            value={reminders.daysBefore ?? 1}
            error={error('reminders.daysBefore')}
            onChange={(v) => set('reminders', { ...reminders, daysBefore: typeof v === 'number' ? v : 0 })}
          />
        </Section>
        <Paper withBorder p="md" component="section" aria-labelledby="settings-notifications">
          <Text fw={600} component="h2" fz="md" mt={0} mb="xs" id="settings-notifications">
            {t('FINANCE.SETTINGS.NOTIFICATIONS')}
          </Text>
          <Text size="sm" c="dimmed" mb="xs">
            {t('FINANCE.SETTINGS.NOTIFICATIONS_WHY')}
          </Text>
          <ScrollTable minWidth={300} labelledBy="settings-notifications" fz="sm" maw="40rem">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('FINANCE.SETTINGS.EVENT')}</Table.Th>
                <Table.Th scope="col">{t('FINANCE.SETTINGS.WEB')}</Table.Th>
                <Table.Th scope="col">{t('FINANCE.SETTINGS.MAIL')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {KINDS.map((kind) => {
                const channel = notifications[kind] ?? DEFAULT_CHANNEL;
                return (
                  <Table.Tr key={kind}>
                    <Table.Th scope="row" fw={400} style={{ overflowWrap: 'anywhere' }}>
                      {t(`FINANCE.NOTIFICATION.${kind}`)}
                    </Table.Th>
                    {(['web', 'email'] as const).map((via) => (
                      <Table.Td key={via}>
                        <Checkbox
                          aria-label={`${t(`FINANCE.NOTIFICATION.${kind}`)}: ${t(via === 'web' ? 'FINANCE.SETTINGS.WEB' : 'FINANCE.SETTINGS.MAIL')}`}
                          checked={channel[via]}
                          onChange={(e) =>
                            set('notifications', {
                              ...notifications,
                              [kind]: { ...channel, [via]: e.currentTarget.checked },
                            })
                          }
                        />
                      </Table.Td>
                    ))}
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </ScrollTable>
        </Paper>
      </EditorForm>
      {canWrite && (
        <Box mt="md">
          <SectionCard
            title={t('FINANCE.ARCHIVE.TITLE')}
            description={t('FINANCE.ARCHIVE.TEXT')}
            actions={<ArchiveDownload />}
          >
            {null}
          </SectionCard>
        </Box>
      )}
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Text fw={600} component="h2" fz="md" mt={0} mb="sm">
        {title}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        {children}
      </SimpleGrid>
    </Paper>
  );
}
