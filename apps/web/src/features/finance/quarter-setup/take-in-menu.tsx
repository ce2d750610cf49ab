import type { Account } from '@fibado/contracts';
import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/day';
import { opensWithin } from './setup-model';

interface TakeInMenuProps {
  readonly missing: readonly Account[];
  readonly quarter: string;
  readonly onTake: (accounts: readonly Account[]) => void;
}

/** The accounts that are not in the quarter yet, one by one or all together. */
export function TakeInMenu({ missing, quarter, onTake }: TakeInMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu withinPortal>
      <Menu.Target>
        <Button
          size="xs"
          variant="light"
          disabled={missing.length === 0}
          leftSection={<IconPlus size={14} aria-hidden />}
        >
          {t('FINANCE.SETUP.ADD_ACCOUNT')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {missing.map((a) => (
          <Menu.Item key={a.id} onClick={() => onTake([a])}>
            {a.openedOn !== undefined && opensWithin(a, quarter)
              ? t('FINANCE.SETUP.FROM_DAY', { name: a.name, day: formatDay(a.openedOn) })
              : a.name}
          </Menu.Item>
        ))}
        {missing.length > 1 && (
          <Menu.Item onClick={() => onTake(missing)}>
            {t('FINANCE.SETUP.ADD_ALL', { count: missing.length })}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
