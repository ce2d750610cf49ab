import { Loader, Overlay, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocking } from '../../lib/blocking';
import { useChallenge } from '../../lib/challenges';
import classes from './shell.module.css';

/** A call this short passes without a veil. */
const VEIL_AFTER_MS = 250;

/** While a synchronous call runs the screen takes no input; the veil shows only when it takes a while. */
export function BlockingOverlay() {
  const { t } = useTranslation();
  // A call that waits for the person's word cannot keep the person from giving it.
  const isAsking = useChallenge() !== undefined;
  const blocked = useBlocking() && !isAsking;
  const [visible, setVisible] = useState(false);

  useEffect(() => {
    if (!blocked) return;
    const timer = window.setTimeout(() => setVisible(true), VEIL_AFTER_MS);
    return () => {
      window.clearTimeout(timer);
      setVisible(false);
    };
  }, [blocked]);

  if (!blocked) return null;
  return (
    <Overlay fixed zIndex={550} backgroundOpacity={visible ? 0.35 : 0} data-blocking-ui>
      {visible ? (
        <div className={classes.blocking} role="status">
          <Loader color="white" aria-hidden="true" />
          <Text c="white">{t('SHELL.BLOCKING')}</Text>
        </div>
      ) : null}
    </Overlay>
  );
}
