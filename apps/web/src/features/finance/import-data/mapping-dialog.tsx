import { type ColumnMapping, imports, type FilePreview } from '@fibado/contracts';
import {
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Table,
  Text,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ScrollTable } from '../../../components/scroll-table';
import { QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { columnName, emptyMapping, isMapped, setColumn, SINGLE_COLUMNS } from './mapping-model';

interface MappingDialogProps {
  readonly opened: boolean;
  readonly file: File;
  readonly accountId: string;
  readonly current: ColumnMapping | undefined;
  readonly onClose: () => void;
  readonly onApply: (mapping: ColumnMapping) => void;
}

/** Lets the person say what each column of an unknown file is, over its first rows. */
export function MappingDialog({ opened, file, accountId, current, onClose, onApply }: MappingDialogProps) {
  const { t } = useTranslation();
  const preview = useQuery({
    queryKey: ['finance', 'importPreview', file.name, file.size, file.lastModified, accountId],
    queryFn: ({ signal }) =>
      client.call(imports.preview, { body: { accountId }, file, fileName: file.name, signal }),
    enabled: opened,
    staleTime: Infinity,
    retry: false,
    meta: { inline: true },
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="90rem"
      title={t('FINANCE.MAPPING.TITLE')}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <QueryState query={preview}>
        {(data) => (
          <MappingForm
            preview={data}
            start={current ?? data.suggestion}
            onClose={onClose}
            onApply={onApply}
          />
        )}
      </QueryState>
    </Modal>
  );
}

function MappingForm({
  preview,
  start,
  onClose,
  onApply,
}: {
  readonly preview: FilePreview;
  readonly start: ColumnMapping | undefined;
  readonly onClose: () => void;
  readonly onApply: (mapping: ColumnMapping) => void;
}) {
  const { t } = useTranslation();
  const [mapping, setMapping] = useState<ColumnMapping>(() => start ?? emptyMapping());
  const sheet = preview.sheets[mapping.sheet] ?? preview.sheets[0];
  const width = Math.max(0, ...(sheet?.rows.map((r) => r.length) ?? []));
  const header = mapping.headerRow > 0 ? sheet?.rows[mapping.headerRow - 1] : undefined;
  const columns = Array.from({ length: width }, (_, index) => ({
    value: String(index),
    label: `${columnName(index)}${header?.[index] ? ` · ${header[index].slice(0, 40)}` : ''}`,
  }));
  const role = (index: number): string => {
    const names = SINGLE_COLUMNS.filter((key) => mapping.columns[key] === index).map((key) =>
      t(`FINANCE.MAPPING.${key}`),
    );
    if (mapping.columns.text.includes(index)) names.push(t('FINANCE.MAPPING.text'));
    return names.join(', ');
  };
  return (
    <Stack>
      <Text size="sm">{t('FINANCE.MAPPING.TEXT')}</Text>
      <SimpleGrid cols={{ base: 1, sm: 3, lg: 5 }} spacing="xs">
        {preview.sheets.length > 1 && (
          <NativeSelect
            size="xs"
            label={t('FINANCE.MAPPING.sheet')}
            value={String(mapping.sheet)}
            data={preview.sheets.map((s, index) => ({ value: String(index), label: s.name }))}
            onChange={(e) => setMapping({ ...mapping, sheet: Number(e.currentTarget.value) })}
          />
        )}
        <NumberInput
          size="xs"
          label={t('FINANCE.MAPPING.headerRow')}
          min={0}
          allowDecimal={false}
          value={mapping.headerRow}
          onChange={(v) => typeof v === 'number' && setMapping({ ...mapping, headerRow: v })}
        />
        {SINGLE_COLUMNS.map((key) => (
          <NativeSelect
            key={key}
            size="xs"
            label={t(`FINANCE.MAPPING.${key}`)}
            required={key === 'bookingDate'}
            value={mapping.columns[key] === undefined ? '' : String(mapping.columns[key])}
            data={[{ value: '', label: t('FINANCE.MAPPING.ABSENT') }, ...columns]}
            onChange={(e) => {
              const { value } = e.currentTarget;
              setMapping(setColumn(mapping, key, value === '' ? undefined : Number(value)));
            }}
          />
        ))}
        <NativeSelect
          size="xs"
          label={t('FINANCE.MAPPING.dateOrder')}
          value={mapping.dateOrder}
          data={(['DMY', 'MDY', 'YMD'] as const).map((v) => ({ value: v, label: t(`FINANCE.MAPPING.${v}`) }))}
          onChange={(e) =>
            setMapping({ ...mapping, dateOrder: e.currentTarget.value as ColumnMapping['dateOrder'] })
          }
        />
        <NativeSelect
          size="xs"
          label={t('FINANCE.MAPPING.decimal')}
          value={mapping.decimal}
          data={(['AUTO', 'COMMA', 'POINT'] as const).map((v) => ({
            value: v,
            label: t(`FINANCE.MAPPING.${v}`),
          }))}
          onChange={(e) =>
            setMapping({ ...mapping, decimal: e.currentTarget.value as ColumnMapping['decimal'] })
          }
        />
      </SimpleGrid>
      <Checkbox.Group
        label={t('FINANCE.MAPPING.text')}
        value={mapping.columns.text.map(String)}
        onChange={(values) =>
          setMapping({ ...mapping, columns: { ...mapping.columns, text: values.map(Number) } })
        }
      >
        <Group gap="sm" mt={4}>
          {columns.map((column) => (
            <Checkbox key={column.value} size="xs" value={column.value} label={column.label} />
          ))}
        </Group>
      </Checkbox.Group>
      <Checkbox
        size="xs"
        label={t('FINANCE.MAPPING.invertSign')}
        checked={mapping.invertSign}
        onChange={(e) => setMapping({ ...mapping, invertSign: e.currentTarget.checked })}
      />
      <ScrollTable
        minWidth={600}
        maxHeight="18rem"
        label={t('FINANCE.MAPPING.ROWS')}
        verticalSpacing={2}
        withColumnBorders
        stickyHeader
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('FINANCE.IMPORT.ROW')}</Table.Th>
            {columns.map((column, index) => (
              <Table.Th key={column.value} scope="col">
                {columnName(index)}
                <Text size="xs" fw={700}>
                  {role(index)}
                </Text>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sheet?.rows.map((row, index) => (
            <Table.Tr key={index} fw={index + 1 === mapping.headerRow ? 700 : 400}>
              <Table.Td>{index + 1}</Table.Td>
              {columns.map((column, at) => (
                <Table.Td key={column.value}>{row[at] ?? ''}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('COMMON.CANCEL')}
        </Button>
        <Button disabled={!isMapped(mapping)} onClick={() => onApply(mapping)}>
          {t('FINANCE.MAPPING.APPLY')}
        </Button>
      </Group>
    </Stack>
  );
}
