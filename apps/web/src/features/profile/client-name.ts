import type { TFunction } from 'i18next';
import { CLIENT_CODE } from '../../config/constants';

/** The program a session was opened with: this application is told as the browser it runs in. */
export const clientName = (code: string, t: TFunction): string =>
  code === CLIENT_CODE ? t('PROFILE.LOGINS.WEB') : code;
