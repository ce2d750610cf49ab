import { banks as banksApi, saveBank, type Bank, type SaveBank } from '@fibado/contracts';
import { ColorInput, NativeSelect, Paper, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { client } from '../../../lib/client';
import { optionalText } from '../shared/editor-values';
import { NameField } from '../shared/name-field';
import { banksQuery } from '../shared/queries';
import { ResourceEditorPage, ResourceForm } from '../shared/resource-pages';
import { PALETTE_SWATCHES } from '../shared/swatches';
import { InstantFields } from './instant-fields';

const NEW: SaveBank = { name: '', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' };

/** Create or edit one bank. */
export function Component() {
  return (
    <ResourceEditorPage<Bank, SaveBank>
      back="/fibado/banks"
      begin={({ banks }) => ({
        all: banks,
        copy: (bank, name) => ({ ...bank, name }),
        create: () => NEW,
      })}
      form={(initial) => <BankForm initial={initial} />}
    />
  );
}

function instantTexts(
  { instant, weekendBooking = 'NEXT_BUSINESS_DAY' }: SaveBank,
  t: (key: string) => string,
) {
  const yes = (flag = false): string => t(flag ? 'COMMON.YES' : 'COMMON.NO');
  return [
    [t('FINANCE.FIELD.INSTANT_SEND'), yes(instant?.send)],
    [t('FINANCE.FIELD.INSTANT_RECEIVE'), yes(instant?.receive)],
    [t('FINANCE.FIELD.INSTANT_FROM'), instant?.from ?? '–'],
    [t('FINANCE.FIELD.WEEKEND_BOOKING'), t(`FINANCE.WEEKEND_BOOKING.${weekendBooking}`)],
  ] as const;
}

const SCHEMES = ['FITD', 'FGD', 'FOREIGN', 'NONE'] as const;
const METHODS = ['ACTUAL_DAYS', 'TWELFTHS'] as const;

function BankForm({ initial }: { readonly initial: SaveBank }) {
  const { t } = useTranslation();
  return (
    <ResourceForm<SaveBank>
      initial={initial}
      schema={saveBank}
      save={(body) => client.call(banksApi.save, { body })}
      texts="FINANCE.BANKS"
      back="/fibado/banks"
      reread={(queries) => queries.fetchQuery({ ...banksQuery(), staleTime: 0 })}
      describe={(bank) => [
        [t('FINANCE.FIELD.NAME'), bank.name],
        [t('FINANCE.FIELD.ABI'), bank.abi ?? '–'],
        [t('FINANCE.FIELD.BIC'), bank.bic ?? '–'],
        [t('FINANCE.FIELD.SCHEME'), t(`FINANCE.SCHEME.${bank.guaranteeScheme}`)],
        [t('FINANCE.FIELD.DUTY_METHOD'), t(`FINANCE.DUTY_METHOD.${bank.stampDutyMethod}`)],
        ...instantTexts(bank, t),
        [t('FINANCE.FIELD.COLOR'), bank.color ?? '–'],
        [t('FINANCE.FIELD.NOTES'), bank.notes ?? '–'],
      ]}
    >
      {({ value, set, setAll, error, touch }) => (
        <Paper withBorder p="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NameField editor={{ value, set, error, touch }} description={t('FINANCE.BANKS.NAME_HELP')} />
            <NativeSelect
              label={t('FINANCE.FIELD.SCHEME')}
              description={t('FINANCE.BANKS.SCHEME_HELP')}
              data={SCHEMES.map((s) => ({ value: s, label: t(`FINANCE.SCHEME.${s}`) }))}
              value={value.guaranteeScheme}
              onChange={(e) => set('guaranteeScheme', e.currentTarget.value as SaveBank['guaranteeScheme'])}
            />
            <TextInput
              label={t('FINANCE.FIELD.ABI')}
              description={t('FINANCE.BANKS.ABI_HELP')}
              inputMode="numeric"
              maxLength={5}
              value={value.abi ?? ''}
              error={error('abi')}
              onChange={(e) => set('abi', optionalText(e.currentTarget.value.replaceAll(/\D/g, '')))}
              onBlur={() => touch('abi')}
            />
            <TextInput
              label={t('FINANCE.FIELD.BIC')}
              description={t('FINANCE.BANKS.BIC_HELP')}
              maxLength={11}
              value={value.bic ?? ''}
              error={error('bic')}
              onChange={(e) => set('bic', optionalText(e.currentTarget.value.toUpperCase()))}
              onBlur={() => touch('bic')}
            />
            <NativeSelect
              label={t('FINANCE.FIELD.DUTY_METHOD')}
              description={t('FINANCE.BANKS.DUTY_HELP')}
              data={METHODS.map((m) => ({ value: m, label: t(`FINANCE.DUTY_METHOD.${m}`) }))}
              value={value.stampDutyMethod}
              onChange={(e) => set('stampDutyMethod', e.currentTarget.value as SaveBank['stampDutyMethod'])}
            />
            <InstantFields
              value={value}
              onChange={(patch) => setAll((old) => ({ ...old, ...patch }))}
              error={error}
            />
            <ColorInput
              label={t('FINANCE.FIELD.COLOR')}
              description={t('COMMON.OPTIONAL')}
              format="hex"
              eyeDropperButtonProps={{ 'aria-label': t('FINANCE.PICK_COLOR') }}
              swatches={PALETTE_SWATCHES}
              value={value.color ?? ''}
              error={error('color')}
              onChange={(next) => set('color', optionalText(next))}
            />
          </SimpleGrid>
          <Textarea
            mt="md"
            label={t('FINANCE.FIELD.NOTES')}
            autosize
            minRows={2}
            value={value.notes ?? ''}
            error={error('notes')}
            onChange={(e) => set('notes', optionalText(e.currentTarget.value))}
          />
        </Paper>
      )}
    </ResourceForm>
  );
}
