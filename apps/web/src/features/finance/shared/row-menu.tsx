import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconChartAreaLine,
  IconCopyPlus,
  IconDots,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { useCanWrite } from './access';
import { refreshFinance } from './queries';

interface RowMenuProps {
  readonly name: string;
  /** Leads to the page of what the row is about. */
  readonly onOpen?: () => void;
  readonly onEdit: () => void;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
  /** Archives an active one, or takes an archived one back. */
  readonly onArchive?: () => void;
  readonly archived?: boolean;
}

/** What can be done with one row of a list. */
export function RowMenu({ name, onOpen, onEdit, onDuplicate, onDelete, onArchive, archived }: RowMenuProps) {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  if (!canWrite) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('FINANCE.ROW.MENU', { name })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onOpen && (
          <Menu.Item leftSection={<IconChartAreaLine size={16} aria-hidden />} onClick={onOpen}>
            {t('FINANCE.ROW.OPEN')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          {t('COMMON.EDIT')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopyPlus size={16} aria-hidden />} onClick={onDuplicate}>
          {t('FINANCE.ROW.DUPLICATE')}
        </Menu.Item>
        {onArchive && (
          <Menu.Item
            leftSection={
              archived ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />
            }
            onClick={onArchive}
          >
            {t(archived ? 'FINANCE.ROW.UNARCHIVE' : 'FINANCE.ROW.ARCHIVE')}
          </Menu.Item>
        )}
        <Menu.Item color="red.8" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
          {t('COMMON.DELETE')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Deletes after asking; a refusal (still in use) is told by the shell's alert. */
export function useDelete(call: (id: string) => Promise<unknown>): (id: string, name: string) => void {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    meta: { confirm: true },
    mutationFn: call,
    onSuccess: () => refreshFinance(queryClient),
  });
  return (id, name) => {
    void confirm({
      message: t('FINANCE.ROW.DELETE_ASK', { name }),
      confirmLabel: t('COMMON.DELETE'),
      danger: true,
    }).then((yes) => {
      if (yes) mutate(id);
    });
  };
}
