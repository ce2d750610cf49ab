import type { SecurityEvent } from '@fibado/contracts';
import type { TFunction } from 'i18next';
import { deviceName } from './device-name';

/** What happened, in words, with how often and what it was about. */
export function securityEventText({ kind, times, newDevice, detail }: SecurityEvent, t: TFunction): string {
  const what = t(`SECURITY.KIND.${kind}`);
  return [
    times > 1 ? `${what} (${t('SECURITY.TIMES', { count: times })})` : what,
    newDevice ? t('SECURITY.NEW_DEVICE') : '',
    detail ?? '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Where it came from: the address, and the browser with its device, or what else the program calls itself. */
export const securityEventOrigin = ({ address, agent, client }: SecurityEvent): string =>
  [address, deviceName(agent) ?? (agent === '' ? client : agent)].filter((part) => part !== '').join(' · ');
