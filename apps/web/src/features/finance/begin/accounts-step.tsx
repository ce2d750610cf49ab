import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { MAX_UPLOAD_BYTES } from '@fibado/contracts';
import type { KnownBank } from '@fibado/planning';
import { IconFileSpreadsheet, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AccountFields } from './account-fields';
import type { Begin } from './use-begin';
import { useStatement } from './use-statement';

/** The accounts at each bank: kind, name, today's balance and rate; a bank's file fills in what it says. */
export function AccountsStep({ begin }: { readonly begin: Begin }) {
  const { t } = useTranslation();
  const statement = useStatement(begin);
  return (
    <Stack gap="md">
      {begin.draft.banks.map((bank, index) => (
        <BankAccounts key={bank.name} bank={bank} begin={begin} statement={statement} isFirst={index === 0} />
      ))}
      <Dropzone
        onDrop={(files) => files.forEach((file) => void statement.read(file))}
        maxSize={MAX_UPLOAD_BYTES}
        loading={statement.isReading}
        p="sm"
        aria-label={t('FINANCE.BEGIN.ACCOUNTS.DROP')}
      >
        <Group justify="center" gap="sm" style={{ pointerEvents: 'none' }}>
          <IconFileSpreadsheet size={22} aria-hidden />
          <Text size="sm">{t('FINANCE.BEGIN.ACCOUNTS.DROP')}</Text>
        </Group>
      </Dropzone>
      {statement.message !== undefined && (
        <Alert color={statement.message.isProblem ? 'yellow' : 'teal'} role="status" p="sm">
          {statement.message.text}
        </Alert>
      )}
    </Stack>
  );
}

interface BankAccountsProps {
  readonly bank: KnownBank;
  readonly begin: Begin;
  readonly statement: ReturnType<typeof useStatement>;
  readonly isFirst: boolean;
}

function BankAccounts({ bank, begin, statement, isFirst }: BankAccountsProps) {
  const { t } = useTranslation();
  const accounts = begin.draft.accounts.filter((account) => account.bank === bank.name);
  return (
    <Paper withBorder p="md" component="section" aria-label={bank.name}>
      <Group justify="space-between" mb="xs" gap="xs">
        <Text fw={600} component="h2">
          {bank.name}
        </Text>
        <Group gap="xs">
          {(['CURRENT', 'DEPOSIT_FREE'] as const).map((kind) => (
            <Button
              key={kind}
              size="xs"
              variant="light"
              leftSection={<IconPlus size={14} aria-hidden />}
              aria-label={`${t(`FINANCE.KIND.${kind}`)}, ${bank.name}`}
              onClick={() => begin.addAccount(bank.name, kind)}
            >
              {t(`FINANCE.KIND.${kind}`)}
            </Button>
          ))}
        </Group>
      </Group>
      {bank.stampDutyMethod === undefined && (
        <Text size="xs" c="dimmed" mb="xs">
          {t('FINANCE.BEGIN.ACCOUNTS.VERIFY')}
        </Text>
      )}
      <Stack gap="md">
        {accounts.map((account, index) => (
          <AccountFields
            key={account.key}
            account={account}
            begin={begin}
            isFirst={isFirst && index === 0}
            onFile={(file) => void statement.read(file, account)}
          />
        ))}
      </Stack>
    </Paper>
  );
}
