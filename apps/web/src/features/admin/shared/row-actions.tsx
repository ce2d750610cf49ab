import { ActionIcon, Menu } from '@mantine/core';
import { type Icon, IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export interface RowAction {
  readonly key: string;
  readonly label: string;
  readonly icon: Icon;
  readonly danger?: boolean;
  readonly onClick: () => void;
}

interface RowActionsProps {
  /** What the actions are about, for those who do not see the row. */
  readonly about: string;
  readonly actions: readonly RowAction[];
}

/** What can be done with a row, behind three dots. */
export function RowActions({ about, actions }: RowActionsProps) {
  const { t } = useTranslation();
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`${t('COMMON.ACTIONS')}: ${about}`}>
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.key}
            leftSection={<action.icon size={16} aria-hidden="true" />}
            {...(action.danger ? { color: 'red' } : {})}
            onClick={action.onClick}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
