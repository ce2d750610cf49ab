import { Alert, Button, Divider, Image } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { InstanceConfig } from './instance-config';

interface ProviderButtonsProps {
  readonly config: InstanceConfig;
  readonly onSso: (() => void) | undefined;
  readonly onProvider: ((id: string) => void) | undefined;
}

/** One button for each identity provider of the instance. */
export function ProviderButtons({ config, onSso, onProvider }: ProviderButtonsProps) {
  const { t } = useTranslation();
  const { localSignIn } = config;
  const sso = config.sso && onSso;
  const providers = onProvider ? (config.providers ?? []) : [];
  const hasAny = Boolean(config.sso) || (config.providers ?? []).length > 0;
  const variant = localSignIn ? 'default' : 'filled';
  if (!localSignIn && !hasAny) return <Alert color="yellow">{t('SESSION.NO_SIGN_IN')}</Alert>;
  return (
    <>
      {localSignIn && (sso || providers.length > 0) ? <Divider label={t('SESSION.OR')} /> : null}
      {sso ? (
        <Button variant={variant} fullWidth onClick={sso}>
          {t('SESSION.SIGN_IN_SSO')}
        </Button>
      ) : null}
      {providers.map(({ id, name, icon }) => (
        <Button
          key={id}
          variant={variant}
          fullWidth
          leftSection={icon === undefined ? undefined : <Image src={icon} alt="" w={18} h={18} />}
          onClick={() => onProvider?.(id)}
        >
          {t('SESSION.SIGN_IN_WITH', { provider: name })}
        </Button>
      ))}
    </>
  );
}
