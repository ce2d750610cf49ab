import type { Account } from '@fibado/contracts';
import { Alert, Badge, Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A file that holds several accounts, as it names them, and those of them that were compared already. */
export interface SeveralFile {
  readonly file: File;
  readonly names: readonly string[];
  readonly compared: readonly string[];
}

interface SeveralAccountsProps {
  readonly several: SeveralFile;
  /** The household's accounts of the quarter. */
  readonly accounts: readonly Account[];
  readonly onCompare: (fileAccount: string, accountId: string) => void;
  readonly onClose: () => void;
}

const compact = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase();

/** Each account of the file beside the household's own: by its IBAN where it names one, else as a person says. */
export function SeveralAccounts({ several, accounts, onCompare, onClose }: SeveralAccountsProps) {
  const { t } = useTranslation();
  const { file, names } = several;
  return (
    <Alert
      color="blue"
      title={t('FINANCE.IMPORT.SEVERAL', { name: file.name, count: names.length })}
      withCloseButton
      closeButtonLabel={t('COMMON.CLOSE')}
      onClose={onClose}
    >
      <Text size="sm">{t('FINANCE.IMPORT.SEVERAL_TEXT')}</Text>
      <Stack gap="xs" mt="xs" role="list" aria-label={t('FINANCE.IMPORT.SEVERAL_LIST')}>
        {names.map((name) => (
          <OneAccount
            key={name}
            name={name}
            accounts={accounts}
            compared={several.compared.includes(name)}
            onCompare={(accountId) => onCompare(name, accountId)}
          />
        ))}
      </Stack>
    </Alert>
  );
}

interface OneAccountProps {
  readonly name: string;
  readonly accounts: readonly Account[];
  readonly compared: boolean;
  readonly onCompare: (accountId: string) => void;
}

function OneAccount({ name, accounts, compared, onCompare }: OneAccountProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(
    () => accounts.find(({ iban }) => iban !== undefined && compact(iban) === compact(name))?.id ?? null,
  );
  return (
    <Group role="listitem" gap="sm" align="flex-end">
      <Select
        label={name}
        placeholder={t('FINANCE.IMPORT.SEVERAL_CHOOSE')}
        searchable
        w="18rem"
        value={chosen}
        data={accounts.map((account) => ({ value: account.id, label: account.name }))}
        onChange={setChosen}
      />
      <Button
        variant="default"
        disabled={chosen === null}
        aria-label={t('FINANCE.IMPORT.SEVERAL_COMPARE_ONE', { name })}
        onClick={() => chosen !== null && onCompare(chosen)}
      >
        {t('FINANCE.IMPORT.SEVERAL_COMPARE')}
      </Button>
      {compared && <Badge color="teal">{t('FINANCE.IMPORT.SEVERAL_COMPARED')}</Badge>}
    </Group>
  );
}
