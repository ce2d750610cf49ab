import {
  IconBuilding,
  IconBuildingBank,
  IconCalendarStats,
  IconChartAreaLine,
  IconCreditCard,
  IconFileImport,
  IconFolders,
  IconHistory,
  IconHome,
  IconMail,
  IconReceiptTax,
  IconRepeat,
  IconServer,
  IconSettings,
  IconShieldLock,
  IconStairs,
  IconUser,
  IconUserCircle,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import type { MenuIconName } from '../../lib/route';

const ICONS: Readonly<Record<MenuIconName, Icon>> = {
  building: IconBuilding,
  'building-bank': IconBuildingBank,
  'calendar-stats': IconCalendarStats,
  'chart-area-line': IconChartAreaLine,
  'credit-card': IconCreditCard,
  'file-import': IconFileImport,
  folders: IconFolders,
  history: IconHistory,
  home: IconHome,
  mail: IconMail,
  'receipt-tax': IconReceiptTax,
  repeat: IconRepeat,
  server: IconServer,
  settings: IconSettings,
  'shield-lock': IconShieldLock,
  stairs: IconStairs,
  user: IconUser,
  'user-circle': IconUserCircle,
  users: IconUsers,
};

interface MenuIconProps {
  readonly name: MenuIconName;
  /** Pixels. */
  readonly size: number;
}

/** The picture of a page; loaded with the shell, since routes are part of the landing page's script. */
export function MenuIcon({ name, size }: MenuIconProps) {
  const Shape = ICONS[name];
  return <Shape size={size} stroke={1.6} aria-hidden="true" />;
}
