import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { confirm } from './confirm';

/** Asks before leaving the page while `dirty`, inside the application and out of it. */
export function useUnsavedChanges(dirty: boolean): void {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({ message: t('COMMON.UNSAVED'), confirmLabel: t('COMMON.LEAVE'), danger: true }).then(
      (leave) => {
        if (leave) blocker.proceed();
        else blocker.reset();
      },
    );
  }, [blocker, t]);

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
}
