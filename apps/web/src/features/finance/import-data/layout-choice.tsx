import { imports, type ImportChanges } from '@fibado/contracts';
import { Button, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../../lib/client';

interface LayoutChoiceProps {
  readonly changes: ImportChanges;
  /** Reads the file as another layout; absent where there is no file. */
  readonly onLayout: ((layout: string) => void) | undefined;
  readonly onMap: (() => void) | undefined;
}

/** How a file was read, with the ways to read it otherwise; of what was fetched, from which bank it came. */
export function LayoutChoice({ changes, onLayout, onMap }: LayoutChoiceProps) {
  const { t } = useTranslation();
  const { layout, candidates } = changes;
  const layouts = useQuery({
    queryKey: ['finance', 'importLayouts'],
    queryFn: ({ signal }) => client.call(imports.layouts, { signal }),
    staleTime: Infinity,
    enabled: onLayout !== undefined,
  });
  if (!onLayout)
    return (
      <Text size="sm">
        {t('FINANCE.CONNECTION.SOURCE')} · {layout.bank}
      </Text>
    );
  const nameOf = ({ id, bank, product }: Pick<ImportChanges['layout'], 'id' | 'bank' | 'product'>) =>
    [bank, product].filter(Boolean).join(' · ') ||
    t(id === 'custom' ? 'FINANCE.IMPORT.LAYOUT_BY_HAND' : 'FINANCE.IMPORT.LAYOUT_BY_HEADINGS');
  const known = new Map(layouts.data?.map((one) => [one.id, nameOf(one)]));
  return (
    <>
      <Select
        size="xs"
        label={t('FINANCE.IMPORT.LAYOUT')}
        allowDeselect={false}
        searchable
        value={layout.id}
        data={[
          { value: layout.id, label: nameOf(layout) },
          ...candidates
            .filter((one) => one.layout !== layout.id)
            .map((one) => ({ value: one.layout, label: known.get(one.layout) ?? one.layout })),
        ]}
        onChange={(next) => next !== null && next !== layout.id && onLayout(next)}
      />
      {layout.chosen && (
        <Text size="xs" c="dimmed">
          {t(`FINANCE.IMPORT.CHOSEN_${layout.chosen}`)}
        </Text>
      )}
      {onMap && (
        <Button size="compact-xs" variant="subtle" mt={4} onClick={onMap}>
          {t('FINANCE.MAPPING.OPEN')}
        </Button>
      )}
    </>
  );
}
