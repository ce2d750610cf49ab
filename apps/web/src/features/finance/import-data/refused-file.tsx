import { LAYOUT_AUTO } from '@fibado/contracts';
import { Alert, Button, Group, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/day';
import { errorCode, errorMessage } from '../../../lib/errors';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { isApiError } from '@fibado/client';
import { cardExamples, namedAccounts, statedDifference } from './import-model';

/** What a person says of a file that was refused, to have it read all the same. */
export interface Answer {
  readonly layout?: string;
  /** Of the accounts the file names, the one to read as the account's. */
  readonly fileAccount?: string;
  readonly signs?: 'SPENDING_POSITIVE' | 'SPENDING_NEGATIVE';
  readonly acceptDifferences?: boolean;
}

/** Codes on which saying what the columns are does not help: the file cannot even be looked into. */
const UNREADABLE = [
  'PAYLOAD_TOO_LARGE',
  'FILE_EMPTY',
  'FILE_UNREADABLE',
  'FILE_PDF',
  'FILE_ENCRYPTED',
  'FILE_MACROS',
  'FILE_EXTERNAL_LINKS',
  'FILE_TOO_COMPLEX',
  'FILE_CURRENCY',
  'VALIDATION',
];

/** Whether a file cannot be read whatever is said of it, as its account or its columns. */
export const isUnreadable = (error: Error): boolean => {
  const code = errorCode(error) ?? '';
  return code !== 'VALIDATION' && UNREADABLE.includes(code);
};

/** A file of which nothing can be made. */
export function UnreadableFile({ name, error }: Pick<RefusedFileProps, 'name' | 'error'>) {
  const { t } = useTranslation();
  return (
    <Alert color="red" role="alert" title={t('FINANCE.IMPORT.FAILED', { name })}>
      <Text size="sm">{errorMessage(error, t)}</Text>
    </Alert>
  );
}

interface RefusedFileProps {
  readonly name: string;
  readonly error: Error;
  readonly onMap: () => void;
  readonly onAnswer: (answer: Answer) => void;
}

/** Why a file was not read, and what can be said so that it is. */
export function RefusedFile({ name, error, onMap, onAnswer }: RefusedFileProps) {
  const { t } = useTranslation();
  const code = errorCode(error) ?? '';
  const [otherIban] = namedAccounts(error);
  if (isUnreadable(error)) return <UnreadableFile name={name} error={error} />;
  if (code === 'FILE_SIGNS_UNKNOWN') return <CardQuestion name={name} error={error} onAnswer={onAnswer} />;
  return (
    <Alert color="red" role="alert" title={t('FINANCE.IMPORT.FAILED', { name })}>
      <Text size="sm">
        {/* The one thing wrong that this page can send: the account was left out of the quarter meanwhile. */}
        {code === 'VALIDATION' ? t('FINANCE.IMPORT.NOT_IN_QUARTER') : errorMessage(error, t)}
      </Text>
      {code === 'FILE_CHECKSUM' && <Difference error={error} />}
      {!UNREADABLE.includes(code) && (
        <Group gap="xs" mt="xs">
          {code === 'FILE_CHECKSUM' && (
            <Button size="xs" onClick={() => onAnswer({ acceptDifferences: true })}>
              {t('FINANCE.IMPORT.ACCEPT_DIFFERENCE')}
            </Button>
          )}
          {otherIban !== undefined && (
            <Button size="xs" variant="default" onClick={() => onAnswer({ fileAccount: otherIban })}>
              {t('FINANCE.IMPORT.SAME_ACCOUNT')}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={onMap}>
            {t('FINANCE.MAPPING.OPEN')}
          </Button>
          <Button size="xs" variant="default" onClick={() => onAnswer({ layout: LAYOUT_AUTO })}>
            {t('FINANCE.IMPORT.READ_AGAIN')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}

/** The figure a file states beside what its rows give. */
function Difference({ error }: { readonly error: Error }) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const stated = isApiError(error) ? statedDifference(error.params) : undefined;
  if (!stated) return null;
  const figure = (value: number) => (stated.kind === 'COUNT' ? String(value) : money(value));
  return (
    <Text size="sm" fw={600}>
      {t(`FINANCE.IMPORT_CHECK.${stated.kind}`)}:{' '}
      {t('FINANCE.IMPORT_CHECK.WRONG', { expected: figure(stated.expected), actual: figure(stated.actual) })}
    </Text>
  );
}

/** Asks, once for each account, whether a card's purchases are positive or negative in its file. */
function CardQuestion({ name, error, onAnswer }: Omit<RefusedFileProps, 'onMap'>) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const examples = isApiError(error) ? cardExamples(error.params) : [];
  return (
    <Alert color="yellow" role="alert" title={t('FINANCE.IMPORT.CARD', { name })}>
      <Text size="sm">{t('FINANCE.IMPORT.CARD_TEXT')}</Text>
      <List size="sm" my="xs">
        {examples.map(({ day, cents, text }, index) => (
          <List.Item key={index}>
            {formatDay(day)} · {text} · {money(cents)}
          </List.Item>
        ))}
      </List>
      <Group gap="xs">
        <Button size="xs" onClick={() => onAnswer({ signs: 'SPENDING_POSITIVE' })}>
          {t('FINANCE.IMPORT.SPENDING_POSITIVE')}
        </Button>
        <Button size="xs" onClick={() => onAnswer({ signs: 'SPENDING_NEGATIVE' })}>
          {t('FINANCE.IMPORT.SPENDING_NEGATIVE')}
        </Button>
      </Group>
    </Alert>
  );
}
