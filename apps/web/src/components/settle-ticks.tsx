import { Button, Group, List, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../lib/errors';
import { scopeOf } from '../lib/offline/database';
import { countTicks, type Sent, sendTicks, waitingTicks } from '../lib/offline/ticks';
import { storedSession } from '../lib/stored-session';

/** What becomes of ticks that could not be sent: they stay on this device, or are erased. `STAY`: the person does not leave. */
export type TicksChoice = 'KEEP' | 'DISCARD' | 'STAY';

interface QuestionProps {
  readonly waiting: number;
  readonly refused: Sent['refused'];
  readonly choices: readonly TicksChoice[];
  readonly onChoose: (choice: TicksChoice) => void;
}

function TicksQuestion({ waiting, refused, choices, onChoose }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <Stack>
      {waiting > 0 ? <Text>{t('SESSION.TICKS.WAITING', { count: waiting })}</Text> : null}
      {refused.length > 0 ? (
        <List>
          {refused.map(({ operation, error }) => (
            <List.Item key={operation.id}>
              {t('SHELL.OFFLINE.REFUSED', { what: operation.description, why: errorMessage(error, t) })}
            </List.Item>
          ))}
        </List>
      ) : null}
      <Group justify="flex-end">
        {choices.map((choice) => (
          <Button
            key={choice}
            {...(choice === 'DISCARD' && waiting > 0 ? { color: 'red.8' } : {})}
            variant={choice === 'STAY' ? 'default' : 'filled'}
            onClick={() => onChoose(choice)}
          >
            {t(`SESSION.TICKS.${waiting === 0 && choice === 'DISCARD' ? 'GO_ON' : choice}`)}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

/** Over the dialog of an ended session, too. */
const Z_INDEX = 550;

function ask(question: Omit<QuestionProps, 'onChoose'>): Promise<TicksChoice> {
  return new Promise((resolve) => {
    const id = modals.open({
      title: i18next.t('SESSION.TICKS.TITLE'),
      zIndex: Z_INDEX,
      closeButtonProps: { 'aria-label': i18next.t('COMMON.CLOSE') },
      children: (
        <TicksQuestion
          {...question}
          onChoose={(choice) => {
            resolve(choice);
            modals.close(id);
          }}
        />
      ),
      // Runs after a choice as well, where it changes nothing any more.
      onClose: () => resolve('STAY'),
    });
  });
}

/**
 * Before what a device keeps is erased: sends the ticks that wait, says which were refused, and asks what is to become of
 * those that nothing answered to.
 * @param canKeep whether they can be sent later from here.
 */
export async function settleTicks(canKeep: boolean): Promise<TicksChoice> {
  const user = storedSession.session()?.userLogged;
  // Of a user acted for nothing is kept.
  if (!user || user.actor !== undefined) return 'DISCARD';
  const scope = scopeOf(user);
  await countTicks(scope);
  if (waitingTicks.get() === 0) return 'DISCARD';
  const { refused } = await sendTicks(scope);
  const waiting = waitingTicks.get();
  if (waiting === 0 && refused.length === 0) return 'DISCARD';
  const keeping: TicksChoice[] = canKeep && waiting > 0 ? ['KEEP'] : [];
  return ask({ waiting, refused, choices: ['STAY', 'DISCARD', ...keeping] });
}
