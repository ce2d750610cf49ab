import type { TFunction } from 'i18next';
import { CLIENT_CODE } from '../../config/constants';
import { deviceName } from '../../lib/device-name';

/** What a session was opened with: the browser and its device, or the program by the name it gives. */
export const clientName = (code: string, agent: string | undefined, t: TFunction): string =>
  code === CLIENT_CODE ? (deviceName(agent ?? '') ?? t('PROFILE.LOGINS.WEB')) : code;
