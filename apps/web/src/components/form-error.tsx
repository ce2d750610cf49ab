import { Alert } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../lib/errors';

/** Why a form was refused, above its fields: gone to when it appears, for the button may stand far below. */
export function FormError({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) alert.current?.scrollIntoView({ block: 'center' });
  }, [error]);
  if (!error) return null;
  return (
    <Alert ref={alert} color="red" role="alert">
      {errorMessage(error, t)}
    </Alert>
  );
}
