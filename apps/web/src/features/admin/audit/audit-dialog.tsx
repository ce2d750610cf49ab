import { Code, Modal, Stack, Table, Text } from '@mantine/core';
import type { AuditEntry } from '@fibado/contracts';
import { useTranslation } from 'react-i18next';
import { ScrollTable } from '../../../components/scroll-table';
import { formatInstant } from '../../../lib/day';
import { changesOf } from './changes';
import { actionText, entityText, rowName } from './entry-text';

/** One entry with the row before and after, field by field. */
export function AuditDialog({
  entry,
  onClose,
}: {
  readonly entry: AuditEntry;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const changes = changesOf(entry.before, entry.after);
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={`${actionText(entry, t)} · ${formatInstant(entry.at)}`}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <Stack>
        <div style={{ overflowWrap: 'anywhere' }}>
          <Text size="sm">{[entityText(entry.entity, t), rowName(entry, t)].filter(Boolean).join(': ')}</Text>
          {/* As the API and scripts call it. */}
          <Text size="xs" c="dimmed" ff="monospace">
            {entry.action} · {entry.entity} {entry.entityId}
          </Text>
        </div>
        {entry.withheld ? <Text c="dimmed">{t('ADMIN.AUDIT.WITHHELD')}</Text> : null}
        {!entry.withheld && changes.length === 0 ? (
          <Text c="dimmed">{t('ADMIN.AUDIT.NO_FIELDS')}</Text>
        ) : null}
        {changes.length > 0 ? (
          <ScrollTable minWidth={480} label={t('ADMIN.AUDIT.DETAIL')} layout="fixed" fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('ADMIN.AUDIT.FIELD')}</Table.Th>
                <Table.Th>{t('ADMIN.AUDIT.BEFORE')}</Table.Th>
                <Table.Th>{t('ADMIN.AUDIT.AFTER')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changes.map((change) => (
                <Table.Tr key={change.field} fw={change.changed ? 600 : 400}>
                  <Table.Td>{change.field}</Table.Td>
                  <Table.Td>{change.before === undefined ? '–' : <Code>{change.before}</Code>}</Table.Td>
                  <Table.Td>{change.after === undefined ? '–' : <Code>{change.after}</Code>}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </ScrollTable>
        ) : null}
      </Stack>
    </Modal>
  );
}
