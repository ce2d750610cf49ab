import type { Operation } from '@fibado/contracts';
import { Anchor, Badge, Button, Collapse, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CopyField } from '../../../components/copy-field';
import { Money } from '../../../components/money';
import { QrCode } from '../../../components/qr-code';
import { SectionCard } from '../../../components/section-card';
import { formatDay, italianTime } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { bankAmount } from '../../../lib/money';
import { useCanWrite } from '../shared/access';
import { confirmFuture } from '../shared/confirm-future';
import { piecesText } from '../shared/pieces';
import type { QuarterData } from '../shared/queries';
import { useSetStatus } from '../shared/use-set-status';
import { epcText } from './epc';
import { cutOffOf, formOf, piecesOnDay, transfersLeft } from './today-model';

interface NextTransferCardProps {
  readonly data: QuarterData;
  readonly transfer: Operation;
  readonly today: string;
}

/** The next transfer: what to type at the bank, its QR code, and one tap once it is made. */
export function NextTransferCard({ data, transfer, today }: NextTransferCardProps) {
  const { t } = useTranslation();
  const canWrite = useCanWrite() && data.quarter.state !== 'CLOSED';
  const setStatus = useSetStatus(data.quarter.date);
  const form = formOf(data, transfer);
  const more = transfersLeft(data.operations);
  const confirm = async () => {
    const what = { description: `${form.from} → ${form.to}`, date: transfer.date };
    if (await confirmFuture([what], today)) setStatus(transfer, 'DONE');
  };
  const when = transfer.date < today ? 'OVERDUE' : transfer.date === today ? 'DUE' : 'AHEAD';
  return (
    <SectionCard title={t('FINANCE.TODAY.NEXT')}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Text fw={600}>
            {form.from} → {form.to}
          </Text>
          <Badge
            color={when === 'OVERDUE' ? 'red.8' : 'gray.7'}
            styles={{ label: { textTransform: 'none' } }}
          >
            {t(`FINANCE.TODAY.${when}`, { day: formatDay(transfer.date) })}
          </Badge>
          {transfer.speed !== undefined && <Text size="sm">{t(`FINANCE.TODAY.SEND_${transfer.speed}`)}</Text>}
          <CutOffText data={data} transfer={transfer} today={today} />
          <PiecesText data={data} transfer={transfer} />
        </div>
        <Text fz="xl" fw={700}>
          <Money cents={transfer.amountCents} />
        </Text>
      </Group>
      {canWrite && (
        <Button
          fullWidth
          size="md"
          mt="sm"
          leftSection={<IconCheck size={18} aria-hidden />}
          onClick={() => void confirm()}
        >
          {t('FINANCE.TODAY.DONE')}
        </Button>
      )}
      <Stack gap="xs" mt="sm">
        <CopyField label={t('FINANCE.TODAY.BENEFICIARY')} value={form.beneficiary} />
        {form.iban === undefined ? (
          <Text size="sm">
            {t('FINANCE.TODAY.NO_IBAN', { account: form.to })}{' '}
            {canWrite && transfer.toAccountId !== undefined && (
              <Anchor
                component={Link}
                to={`/fibado/accounts/edit/${transfer.toAccountId}`}
                size="sm"
                underline="always"
              >
                {t('FINANCE.TODAY.ADD_IBAN')}
              </Anchor>
            )}
          </Text>
        ) : (
          <CopyField label={t('FINANCE.FIELD.IBAN')} value={form.iban} />
        )}
        <CopyField label={t('FINANCE.FIELD.AMOUNT')} value={bankAmount(transfer.amountCents)} />
        <CopyField label={t('FINANCE.FIELD.CAUSALE')} value={transfer.description} />
        <Code transfer={transfer} form={form} />
      </Stack>
      {more > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('FINANCE.TODAY.MORE', { count: more })}
        </Text>
      )}
    </SectionCard>
  );
}

/** That the amount goes in several transfers, and in which. */
function PiecesText({ data, transfer }: Pick<NextTransferCardProps, 'data' | 'transfer'>) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const amounts = piecesOnDay(data.operations, transfer);
  if (amounts.length < 2) return null;
  return (
    <Text size="sm">
      {t('FINANCE.TODAY.PIECES', { count: amounts.length, pieces: piecesText(amounts, money) })}
    </Text>
  );
}

/** Until when the transfer has to be ordered today. */
function CutOffText({ data, transfer, today }: NextTransferCardProps) {
  const { t } = useTranslation();
  const cutOff = cutOffOf(data, transfer, { date: today, time: italianTime() });
  if (cutOff === undefined) return null;
  const when = cutOff.isTomorrow
    ? t('FINANCE.TODAY.CUT_OFF_TOMORROW')
    : t('FINANCE.TODAY.CUT_OFF_DAY', { day: formatDay(cutOff.leavesOn) });
  const said = t(`FINANCE.TODAY.CUT_OFF_${cutOff.isPassed ? 'PASSED' : 'AHEAD'}`, {
    time: cutOff.time,
    when,
  });
  return (
    <Text size="sm" c={cutOff.isPassed ? 'orange.9' : 'dimmed'}>
      {said} {cutOff.isPassed && cutOff.canBeInstant && t('FINANCE.TODAY.CUT_OFF_INSTANT')}
    </Text>
  );
}

/** Shown when it is asked for: it is large, and the bank may not read it. */
function Code({
  transfer,
  form,
}: {
  readonly transfer: Operation;
  readonly form: ReturnType<typeof formOf>;
}) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const text = epcText({
    beneficiary: form.beneficiary,
    iban: form.iban ?? '',
    amountCents: transfer.amountCents,
    remittance: transfer.description,
  });
  if (text === undefined) return null;
  return (
    <>
      <Button
        variant="default"
        aria-expanded={shown}
        leftSection={<IconQrcode size={18} aria-hidden />}
        onClick={() => setShown(!shown)}
      >
        {t(shown ? 'FINANCE.TODAY.HIDE_QR' : 'FINANCE.TODAY.SHOW_QR')}
      </Button>
      <Collapse expanded={shown}>
        <Stack align="center" gap={4}>
          {shown && <QrCode text={text} correction="M" label={t('FINANCE.TODAY.QR')} />}
          <Text size="xs" c="dimmed">
            {t('FINANCE.TODAY.QR_TEXT')}
          </Text>
        </Stack>
      </Collapse>
    </>
  );
}
