import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import type { FactorChallenge, PasskeyAssertion } from '@fibado/contracts';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../lib/errors';
import { askPasskey, canUsePasskeys, PasskeyCancelled } from '../lib/passkeys';

export interface SecondFactorProof {
  readonly ticket: string;
  readonly code?: string;
  readonly passkey?: PasskeyAssertion;
}

interface SecondFactorFormProps {
  readonly challenge: FactorChallenge;
  /** Sends the proof; what it throws is shown. */
  readonly onProof: (proof: SecondFactorProof) => Promise<void>;
  readonly onCancel?: (() => void) | undefined;
}

/** A code of the authenticator app, a recovery code, or a passkey: what the account has. */
export function SecondFactorForm({ challenge, onProof, onCancel }: SecondFactorFormProps) {
  const { t } = useTranslation();
  const { ticket, methods, passkey: options } = challenge;
  const [code, setCode] = useState('');
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  const send = async (proof: () => Promise<Omit<SecondFactorProof, 'ticket'>>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await onProof({ ticket, ...(await proof()) });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };

  const takesCode = methods.includes('TOTP') || methods.includes('RECOVERY_CODE');
  return (
    <Stack gap="sm">
      {error === undefined ? null : (
        <Alert color="red" role="alert">
          {error instanceof PasskeyCancelled ? t('SECOND_FACTOR.CANCELLED') : errorMessage(error, t)}
        </Alert>
      )}
      {options && canUsePasskeys() ? (
        <Button
          leftSection={<IconFingerprint size={18} aria-hidden="true" />}
          loading={busy}
          onClick={() => void send(async () => ({ passkey: await askPasskey(options) }))}
        >
          {t('SECOND_FACTOR.USE_PASSKEY')}
        </Button>
      ) : null}
      {takesCode ? (
        <form
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void send(() => Promise.resolve({ code: code.trim() }));
          }}
        >
          <Stack gap="sm">
            <TextInput
              label={t(methods.includes('TOTP') ? 'SECOND_FACTOR.CODE' : 'SECOND_FACTOR.RECOVERY_CODE')}
              description={methods.includes('TOTP') ? t('SECOND_FACTOR.CODE_HINT') : undefined}
              autoComplete="one-time-code"
              maxLength={20}
              data-autofocus
              autoFocus
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <Button
              type="submit"
              variant={options ? 'default' : 'filled'}
              loading={busy}
              disabled={code.trim().length < 6}
            >
              {t('SECOND_FACTOR.CONFIRM')}
            </Button>
          </Stack>
        </form>
      ) : null}
      {options && !canUsePasskeys() && !takesCode ? (
        <Text size="sm">{t('SECOND_FACTOR.NO_PASSKEYS')}</Text>
      ) : null}
      {onCancel ? (
        <Button variant="subtle" size="compact-sm" disabled={busy} onClick={onCancel}>
          {t('COMMON.CANCEL')}
        </Button>
      ) : null}
    </Stack>
  );
}
