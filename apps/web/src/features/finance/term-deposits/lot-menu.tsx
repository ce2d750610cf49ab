import type { Lot, TermOffer } from '@fibado/contracts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { confirm } from '../../../components/confirm';
import { useCanWrite } from '../shared/access';
import type { LotChanges } from './use-lot-changes';

interface LotMenuProps {
  readonly lot: Lot;
  readonly offer: TermOffer | undefined;
  readonly isRenewed: boolean;
  readonly changes: LotChanges;
  readonly onBreak: (offer: TermOffer) => void;
}

/** What can be done with a lot as it stands today. */
export function LotMenu({ lot, offer, isRenewed, changes, onBreak }: LotMenuProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const canWrite = useCanWrite();
  if (!canWrite || !offer) return null;
  const isOpen = lot.state === 'OPEN';
  const ask = async (text: string, confirmLabel: string, run: () => void, danger = false) => {
    if (await confirm({ message: t(text, { name: offer.name }), confirmLabel, danger })) run();
  };
  const isRenewing = (lot.renewal ?? offer.renewal) === 'AUTO';
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('FINANCE.ROW.MENU', { name: offer.name })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void navigate(`lots/edit/${lot.id}`)}>{t('COMMON.EDIT')}</Menu.Item>
        {isOpen && offer.exit.kind !== 'NONE' && (
          <Menu.Item onClick={() => onBreak(offer)}>{t('FINANCE.TERM.BREAK')}</Menu.Item>
        )}
        {isOpen && isRenewing && (
          <Menu.Item
            onClick={() =>
              void ask('FINANCE.TERM.NOTICE_ASK', t('FINANCE.TERM.NOTICE'), () => changes.giveNotice(lot))
            }
          >
            {t('FINANCE.TERM.NOTICE')}
          </Menu.Item>
        )}
        {lot.state !== 'BROKEN' && !isRenewed && (
          <Menu.Item
            onClick={() =>
              void ask('FINANCE.TERM.RENEW_ASK', t('FINANCE.TERM.RENEW'), () => changes.renew(lot))
            }
          >
            {t('FINANCE.TERM.RENEW')}
          </Menu.Item>
        )}
        <Menu.Item
          color="red.8"
          onClick={() =>
            void ask('FINANCE.ROW.DELETE_ASK', t('COMMON.DELETE'), () => changes.remove(lot), true)
          }
        >
          {t('COMMON.DELETE')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
