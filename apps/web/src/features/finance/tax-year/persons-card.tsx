import { type TaxPerson, taxYear } from '@fibado/contracts';
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
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

const ROLES = ['DECLARANT', 'SPOUSE', 'CHILD', 'OTHER'] as const;

/** Who the household is: its members weigh in the allowance and in the scale. */
export function PersonsCard({ persons }: { readonly persons: readonly TaxPerson[] }) {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  const [rows, setRows] = useState(persons);
  const save = useSave(rows);
  const set = (index: number, change: Partial<TaxPerson>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  return (
    <div className={classes.screenOnly}>
      <SectionCard title={t('FINANCE.TAX_YEAR.PERSONS')} description={t('FINANCE.TAX_YEAR.PERSONS_TEXT')}>
        <Stack gap="xs">
          {rows.map((person, index) => (
            <PersonRow
              // Rows are only added at the end; names change while they are typed.
              key={index}
              person={person}
              isHolder={persons[index]?.name === person.name}
              readOnly={!canWrite}
              onChange={(change) => set(index, change)}
            />
          ))}
        </Stack>
        {canWrite && (
          <Group>
            <Button variant="default" onClick={() => setRows([...rows, { name: '', role: 'CHILD' }])}>
              {t('FINANCE.TAX_YEAR.ADD_PERSON')}
            </Button>
            <Button loading={save.isPending} onClick={() => save.mutate()}>
              {t('COMMON.SAVE')}
            </Button>
          </Group>
        )}
      </SectionCard>
    </div>
  );
}

function useSave(rows: readonly TaxPerson[]) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      client.call(taxYear.savePersons, { body: { persons: rows.filter(({ name }) => name.trim() !== '') } }),
    onSuccess: async () => {
      toastDone(t('FINANCE.TAX_YEAR.PERSONS_SAVED'));
      await refreshFinance(queryClient);
    },
  });
}

interface PersonRowProps {
  readonly person: TaxPerson;
  /** A holder of accounts: named by the account groups. */
  readonly isHolder: boolean;
  readonly readOnly: boolean;
  readonly onChange: (change: Partial<TaxPerson>) => void;
}

function PersonRow({ person, isHolder, readOnly, onChange }: PersonRowProps) {
  const { t } = useTranslation();
  return (
    <Group align="flex-end">
      <TextInput
        label={t('FINANCE.TAX_YEAR.NAME')}
        value={person.name}
        readOnly={readOnly || isHolder}
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
    </Group>
  );
}
