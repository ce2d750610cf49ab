import { isDay, isValidBic, isValidIban, type Cents, type Day } from '@fibado/planning';
import { groupBy } from '../group-by.js';

/** The version of the EPC's customer-to-bank guidelines for SEPA credit transfers since 2023. */
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
const MAX_NAME = 70;
const MAX_REMITTANCE = 140;
const MAX_ID = 35;
/** The most one SEPA credit transfer moves: 999,999,999.99 euro. */
const MAX_TRANSFER_CENTS = 99_999_999_999;

export interface PaymentAccount {
  /** The holders. */
  readonly name: string;
  readonly iban: string;
  readonly bic?: string | undefined;
}

export interface CreditTransfer {
  /** Unique in the message; letters, digits and hyphens. */
  readonly id: string;
  readonly date: Day;
  readonly amountCents: Cents;
  readonly from: PaymentAccount;
  readonly to: PaymentAccount;
  readonly text: string;
  /** SCT Inst instead of an ordinary credit transfer. */
  readonly isInstant?: boolean;
}

export interface CreditTransferMessage {
  /** Unique for the household; at most 35 characters of it are kept. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly initiator: string;
  readonly transfers: readonly CreditTransfer[];
}

/** A text in the characters every SEPA bank takes: Latin letters, digits and a few marks. */
export function sepaText(text: string, max: number): string {
  const latin = text
    .replaceAll('&', ' e ')
    .replaceAll('€', 'EUR')
    .replaceAll(/[’‘`]/g, "'")
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .slice(0, max)
    .trim();
  // Identifiers and texts must not begin or end with a slash nor hold two.
  return (
    latin
      .replaceAll(/\/{2,}/g, '/')
      .replaceAll(/^\/|\/$/g, '')
      .trim() || '-'
  );
}

const identifier = (text: string): string => sepaText(text.replaceAll('-', ''), MAX_ID);

function euro(cents: Cents): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Refuses what no bank would take, before anything is written. */
function check({ date, amountCents, from, to }: CreditTransfer): void {
  for (const { iban, bic } of [from, to]) {
    if (!isValidIban(iban)) throw new RangeError(`Not an IBAN: ${iban}`);
    if (bic !== undefined && !isValidBic(bic)) throw new RangeError(`Not a BIC: ${bic}`);
  }
  if (!isDay(date)) throw new RangeError(`Not a day: ${String(date)}`);
  if (!Number.isSafeInteger(amountCents) || amountCents < 1 || amountCents > MAX_TRANSFER_CENTS)
    throw new RangeError(`Not an amount of a SEPA credit transfer: ${String(amountCents)}`);
}

const total = (transfers: readonly CreditTransfer[]): string =>
  euro(transfers.reduce((sum, { amountCents }) => sum + amountCents, 0));

const partyOf = ({ name }: PaymentAccount): object => ({ Nm: sepaText(name, MAX_NAME) });
const accountOf = ({ iban }: PaymentAccount): object => ({ Id: { IBAN: iban } });
const bankOf = ({ bic }: PaymentAccount): object => ({
  FinInstnId: bic === undefined ? { Othr: { Id: 'NOTPROVIDED' } } : { BICFI: bic },
});

function transaction(transfer: CreditTransfer): object {
  const { id, amountCents, to, text } = transfer;
  return {
    PmtId: { EndToEndId: identifier(id) },
    Amt: { InstdAmt: { '@Ccy': 'EUR', '#': euro(amountCents) } },
    ...(to.bic === undefined ? {} : { CdtrAgt: bankOf(to) }),
    Cdtr: partyOf(to),
    CdtrAcct: accountOf(to),
    RmtInf: { Ustrd: sepaText(text, MAX_REMITTANCE) },
  };
}

/** One order to one bank for one day: transfers of the same account, day and speed. */
function payment(
  messageId: string,
  index: number,
  transfers: readonly CreditTransfer[],
  first: CreditTransfer,
): object {
  const suffix = `/${String(index + 1)}`;
  return {
    PmtInfId: `${messageId.slice(0, MAX_ID - suffix.length)}${suffix}`,
    PmtMtd: 'TRF',
    BtchBookg: false,
    NbOfTxs: transfers.length,
    CtrlSum: total(transfers),
    PmtTpInf: {
      SvcLvl: { Cd: 'SEPA' },
      ...(first.isInstant === true ? { LclInstrm: { Cd: 'INST' } } : {}),
    },
    ReqdExctnDt: { Dt: first.date },
    Dbtr: partyOf(first.from),
    DbtrAcct: accountOf(first.from),
    DbtrAgt: bankOf(first.from),
    ChrgBr: 'SLEV',
    CdtTrfTxInf: transfers.map(transaction),
  };
}

const keyOfPayment = ({ from, date, isInstant }: CreditTransfer): string =>
  [date, from.iban, isInstant === true ? 1 : 0].join(' ');

/**
 * ISO 20022 pain.001.001.09 of SEPA credit transfers, for banks whose portal takes such files.
 * @throws RangeError without transfers, or for an IBAN, BIC, day or amount no bank would take
 */
export async function creditTransfersXml(message: CreditTransferMessage): Promise<string> {
  const { transfers } = message;
  if (transfers.length === 0) throw new RangeError('A message needs a transfer');
  transfers.forEach(check);
  const messageId = identifier(message.id);
  const groups = [...groupBy(transfers, keyOfPayment).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => group);
  const { create } = await import('xmlbuilder2');
  return create(
    { version: '1.0', encoding: 'UTF-8' },
    {
      Document: {
        '@xmlns': NAMESPACE,
        CstmrCdtTrfInitn: {
          GrpHdr: {
            MsgId: messageId,
            CreDtTm: message.createdAt,
            NbOfTxs: transfers.length,
            CtrlSum: total(transfers),
            InitgPty: { Nm: sepaText(message.initiator, MAX_NAME) },
          },
          PmtInf: groups.flatMap((group, i) => {
            const [first] = group;
            return first ? [payment(messageId, i, group, first)] : [];
          }),
        },
      },
    },
  ).end({ prettyPrint: true });
}
