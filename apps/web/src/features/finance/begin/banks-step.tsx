import { type KnownBank, KNOWN_BANKS_AS_OF, searchBanks } from '@fibado/planning';
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '../../../components/search-input';
import { formatDay } from '../../../lib/day';
import type { Begin } from './use-begin';

/** As many as fit a phone's screen; the others are found by searching. */
const OFFERED = 12;

/** Which banks the household has accounts at: a press each. */
export function BanksStep({ begin }: { readonly begin: Begin }) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const { banks } = begin.draft;
  const isChosen = (bank: KnownBank) => banks.some(({ name }) => name === bank.name);
  const found = searchBanks(query);
  const offered = query.trim() === '' ? found.slice(0, OFFERED) : found;
  // What was chosen stays in sight, whatever is searched for.
  const shown = [...offered, ...banks.filter((bank) => !offered.some(({ name }) => name === bank.name))];
  const own = query.trim();
  return (
    <Stack gap="md">
      <SearchInput label={t('FINANCE.BEGIN.BANKS.SEARCH')} value={query} onChange={setQuery} />
      <SimpleGrid cols={{ base: 2, sm: 3, md: 4 }} spacing="xs">
        {shown.map((bank) => (
          <BankButton
            key={bank.name}
            bank={bank}
            isChosen={isChosen(bank)}
            onPress={() => begin.toggleBank(bank)}
          />
        ))}
      </SimpleGrid>
      {own !== '' && found.length === 0 && (
        <Group>
          <Button
            variant="light"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => {
              begin.toggleBank({ name: own, guaranteeScheme: 'FITD' });
              setQuery('');
            }}
          >
            {t('FINANCE.BEGIN.BANKS.ADD', { name: own })}
          </Button>
        </Group>
      )}
      {begin.isChecked && banks.length === 0 && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {t('FINANCE.BEGIN.BANKS.NONE')}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {t('FINANCE.BEGIN.BANKS.SOURCE', { day: formatDay(KNOWN_BANKS_AS_OF) })}
      </Text>
    </Stack>
  );
}

interface BankButtonProps {
  readonly bank: KnownBank;
  readonly isChosen: boolean;
  readonly onPress: () => void;
}

function BankButton({ bank, isChosen, onPress }: BankButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      variant={isChosen ? 'filled' : 'default'}
      aria-pressed={isChosen}
      h="auto"
      mih="3.25rem"
      px="xs"
      py={4}
      justify="flex-start"
      leftSection={isChosen ? <IconCheck size={16} aria-hidden /> : undefined}
      // As high as its lines, and in their middle: the library's label is one line that is cut at its edges.
      lh={1.3}
      styles={{
        label: {
          whiteSpace: 'normal',
          textAlign: 'left',
          display: 'block',
          height: 'auto',
          overflow: 'visible',
        },
      }}
      onClick={onPress}
    >
      {bank.name}
      <Text span size="xs" display="block" c={isChosen ? 'inherit' : 'dimmed'} fw={400}>
        {t(`FINANCE.SCHEME.${bank.guaranteeScheme}`)}
      </Text>
    </Button>
  );
}
