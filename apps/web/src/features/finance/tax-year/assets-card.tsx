import { type BodyOf, type TaxPerson, taxYear, type TaxYearReport } from '@fibado/contracts';
import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyInput } from '../../../components/money-input';
import { SectionCard } from '../../../components/section-card';
import { toastDone } from '../../../components/toasts';
import { client } from '../../../lib/client';
import { useCanWrite } from '../shared/access';
import { refreshFinance } from '../shared/queries';
import classes from './tax-year.module.css';

type Body = BodyOf<typeof taxYear.saveAssets>;
type Asset = Omit<Body['assets'][number], 'valueCents'> & { readonly valueCents: number | null };

const TYPES = ['02', '06', '07'] as const;

const isWhole = ({ operator, description, valueCents }: Asset): boolean =>
  operator.trim() !== '' && description.trim() !== '' && valueCents !== null;

/** What panel FC2 asks for beside accounts: securities on 31 December, and what was bought in the year. */
export function AssetsCard({ report }: { readonly report: TaxYearReport }) {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  const [assets, setAssets] = useState<readonly Asset[]>(() =>
    report.assets.map(({ id: _, ...asset }) => asset),
  );
  const [bought, setBought] = useState(
    () => new Map(report.purchases.map(({ personId, cents }) => [personId, cents])),
  );
  const save = useSave(report.year, assets, bought);
  const [first] = report.persons;
  const add = () =>
    setAssets([
      ...assets,
      {
        personId: first?.id ?? '',
        type: '02',
        operator: '',
        description: '',
        valueCents: null,
        stateBacked: false,
      },
    ]);
  const buy = (personId: string, cents: number | null) => {
    const next = new Map(bought);
    if (cents === null || cents === 0) next.delete(personId);
    else next.set(personId, cents);
    setBought(next);
  };
  return (
    <div className={classes.screenOnly}>
      <SectionCard title={t('FINANCE.TAX_YEAR.ASSETS')} description={t('FINANCE.TAX_YEAR.ASSETS_TEXT')}>
        <Stack gap="sm">
          {assets.map((asset, index) => (
            <AssetRow
              // Rows have no id of their own before they are saved.
              key={index}
              asset={asset}
              persons={report.persons}
              readOnly={!canWrite}
              onChange={(change) =>
                setAssets(assets.map((one, at) => (at === index ? { ...one, ...change } : one)))
              }
              onRemove={() => setAssets(assets.filter((one) => one !== asset))}
            />
          ))}
          <Group align="flex-end">
            {report.persons.map(({ id = '', name }) => (
              <MoneyInput
                key={id}
                label={t('FINANCE.TAX_YEAR.PURCHASES_OF', { name })}
                readOnly={!canWrite}
                value={bought.get(id) ?? null}
                onChange={(cents) => buy(id, cents)}
              />
            ))}
          </Group>
        </Stack>
        {canWrite && (
          <Group>
            <Button variant="default" disabled={!first} onClick={add}>
              {t('FINANCE.TAX_YEAR.ADD_ASSET')}
            </Button>
            <Button loading={save.isPending} disabled={!assets.every(isWhole)} onClick={() => save.mutate()}>
              {t('COMMON.SAVE')}
            </Button>
          </Group>
        )}
      </SectionCard>
    </div>
  );
}

function useSave(year: number, assets: readonly Asset[], bought: ReadonlyMap<string, number>) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      client.call(taxYear.saveAssets, {
        body: {
          year,
          assets: assets.map((asset) => ({ ...asset, valueCents: asset.valueCents ?? 0 })),
          purchases: [...bought].map(([personId, cents]) => ({ personId, cents })),
        },
      }),
    onSuccess: async () => {
      toastDone(t('FINANCE.TAX_YEAR.ASSETS_SAVED'));
      await refreshFinance(queryClient);
    },
  });
}

interface AssetRowProps {
  readonly asset: Asset;
  readonly persons: readonly TaxPerson[];
  readonly readOnly: boolean;
  readonly onChange: (change: Partial<Asset>) => void;
  readonly onRemove: () => void;
}

function AssetRow({ asset, persons, readOnly, onChange, onRemove }: AssetRowProps) {
  const { t } = useTranslation();
  return (
    <Group align="flex-end" gap="xs">
      <NativeSelect
        label={t('FINANCE.TAX_YEAR.PERSON')}
        disabled={readOnly}
        value={asset.personId}
        data={persons.map(({ id = '', name }) => ({ value: id, label: name }))}
        onChange={(e) => onChange({ personId: e.currentTarget.value })}
      />
      <NativeSelect
        label={t('FINANCE.TAX_YEAR.TYPE_CODE')}
        disabled={readOnly}
        value={asset.type}
        data={TYPES.map((type) => ({ value: type, label: t(`FINANCE.TAX_YEAR.ASSET_${type}`) }))}
        onChange={(e) => onChange({ type: e.currentTarget.value as Asset['type'] })}
      />
      <TextInput
        label={t('FINANCE.TAX_YEAR.OPERATOR')}
        readOnly={readOnly}
        maxLength={120}
        value={asset.operator}
        onChange={(e) => onChange({ operator: e.currentTarget.value })}
      />
      <TextInput
        label={t('FINANCE.TAX_YEAR.DESCRIPTION')}
        readOnly={readOnly}
        maxLength={200}
        value={asset.description}
        onChange={(e) => onChange({ description: e.currentTarget.value })}
      />
      <MoneyInput
        label={t('FINANCE.TAX_YEAR.NOMINAL')}
        readOnly={readOnly}
        value={asset.valueCents}
        onChange={(valueCents) => onChange({ valueCents })}
      />
      <Checkbox
        mb="xs"
        label={t('FINANCE.TAX_YEAR.STATE_BACKED')}
        disabled={readOnly}
        checked={asset.stateBacked}
        onChange={(e) => onChange({ stateBacked: e.currentTarget.checked })}
      />
      {!readOnly && (
        <ActionIcon
          size="lg"
          variant="default"
          aria-label={t('FINANCE.TAX_YEAR.REMOVE_ASSET', { name: asset.description })}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
