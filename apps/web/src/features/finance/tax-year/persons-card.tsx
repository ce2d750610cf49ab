import { type TaxPerson, taxYear, type TaxYearReport } from '@fibado/contracts';
import { ActionIcon, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/day-input';
import { SectionCard } from '../../../components/section-card';
import { toastDone } from '../../../components/toasts';
import { client } from '../../../lib/client';
import { useCanWrite } from '../shared/access';
import { refreshFinance } from '../shared/queries';
import classes from './tax-year.module.css';

const ROLES = ['DECLARANT', 'SPOUSE', 'CHILD', 'PARENT', 'OTHER'] as const;

/** Who the household is: its members weigh in the allowance and in the scale. */
export function PersonsCard({ report }: { readonly report: TaxYearReport }) {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  const [rows, setRows] = useState(report.persons);
  const save = useSave(rows, setRows);
  const set = (index: number, change: Partial<TaxPerson>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  const holders = new Set(report.isee.lines.map(({ personId }) => personId));
  return (
    <div className={classes.screenOnly}>
      <SectionCard title={t('FINANCE.TAX_YEAR.PERSONS')} description={t('FINANCE.TAX_YEAR.PERSONS_TEXT')}>
        <Stack gap="xs">
          {rows.map((person, index) => (
            <PersonRow
              // A person added has no id yet, and names change while they are typed.
              key={person.id ?? index}
              person={person}
              readOnly={!canWrite}
              onChange={(change) => set(index, change)}
              onRemove={
                canWrite && !holders.has(person.id ?? '')
                  ? () => setRows(rows.filter((one) => one !== person))
                  : undefined
              }
            />
          ))}
        </Stack>
        {canWrite && (
          <Group>
            <Button variant="default" onClick={() => setRows([...rows, { name: '', role: 'CHILD' }])}>
              {t('FINANCE.TAX_YEAR.ADD_PERSON')}
            </Button>
            <Button
              loading={save.isPending}
              disabled={rows.some(({ name }) => name.trim() === '')}
              onClick={() => save.mutate()}
            >
              {t('COMMON.SAVE')}
            </Button>
          </Group>
        )}
      </SectionCard>
    </div>
  );
}

function useSave(rows: readonly TaxPerson[], onSaved: (rows: readonly TaxPerson[]) => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(taxYear.savePersons, { body: { persons: rows } }),
    onSuccess: async (saved) => {
      onSaved(saved);
      toastDone(t('FINANCE.TAX_YEAR.PERSONS_SAVED'));
      await refreshFinance(queryClient);
    },
  });
}

interface PersonRowProps {
  readonly person: TaxPerson;
  readonly readOnly: boolean;
  readonly onChange: (change: Partial<TaxPerson>) => void;
  /** Absent for a holder of accounts, who stays. */
  readonly onRemove: (() => void) | undefined;
}

function PersonRow({ person, readOnly, onChange, onRemove }: PersonRowProps) {
  const { t } = useTranslation();
  return (
    <Group align="flex-end">
      <TextInput
        label={t('FINANCE.TAX_YEAR.NAME')}
        value={person.name}
        readOnly={readOnly}
        maxLength={120}
        onChange={(e) => onChange({ name: e.currentTarget.value })}
      />
      <NativeSelect
        label={t('FINANCE.TAX_YEAR.ROLE')}
        value={person.role}
        disabled={readOnly}
        data={ROLES.map((role) => ({ value: role, label: t(`FINANCE.TAX_YEAR.ROLE_${role}`) }))}
        onChange={(e) => onChange({ role: e.currentTarget.value as TaxPerson['role'] })}
      />
      <DayInput
        label={t('FINANCE.TAX_YEAR.BORN_ON')}
        value={person.bornOn ?? null}
        readOnly={readOnly}
        clearable
        onChange={(day) => onChange({ bornOn: day ?? undefined })}
      />
      {onRemove && (
        <ActionIcon
          size="lg"
          variant="default"
          aria-label={t('FINANCE.TAX_YEAR.REMOVE_PERSON', { name: person.name })}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
