import type { Notification } from '@fibado/contracts';
import type { SendSpeed } from '@fibado/planning';

type Language = 'it' | 'en';
type Params = Notification['params'];
/** A parameter in words: amounts, days and quarters as the language writes them. */
type Say = (name: string) => string;

interface Words {
  readonly subject: string;
  readonly body: (say: Say, params: Params) => string;
}

/** How a transfer is sent; nothing of one within a bank. */
function speedIn({ speed }: Params, words: Readonly<Record<SendSpeed, string>>): string[] {
  return speed === 'INSTANT' || speed === 'ORDINARY' ? [words[speed]] : [];
}

const TEXTS: Record<Language, Record<Notification['kind'], Words>> = {
  it: {
    PLAN_READY: {
      subject: 'Il piano è pronto',
      body: (say, { status }) =>
        status === 'INFEASIBLE'
          ? `Per il ${say('quarter')} nessun piano rispetta tutti i limiti.`
          : `Il piano del ${say('quarter')} è pronto: bonifici proposti ${say('transfers')}, guadagno ${say('gainCents')}.`,
    },
    PLAN_STALE: {
      subject: 'Il piano è da ricalcolare',
      body: (say) => `Qualcosa è cambiato: il piano del ${say('quarter')} non è più aggiornato.`,
    },
    TRANSFER_DUE: {
      subject: 'Bonifico da eseguire',
      body: (say, params) =>
        [
          `Il ${say('date')}: ${say('amountCents')} da ${say('from')} a ${say('to')}`,
          ...('payee' in params ? [`beneficiario esattamente «${say('payee')}»`] : []),
          ...speedIn(params, { INSTANT: 'con bonifico istantaneo', ORDINARY: 'con bonifico ordinario' }),
          ...('pieces' in params
            ? [`in ${say('pieces')} bonifici, il maggiore di ${say('pieceCents')}`]
            : []),
        ].join(', ') + '.',
    },
    BELOW_MINIMUM: {
      subject: 'Un saldo scende sotto il minimo',
      body: (say) =>
        `${say('account')}: dal ${say('date')} sotto il minimo di ${say('minBalanceCents')}, mancano fino a ${say('missingCents')}.`,
    },
    DUTY_THRESHOLD: {
      subject: 'La soglia dell’imposta di bollo è vicina',
      body: (say) =>
        `${say('bank')}, ${say('holders')}: nel ${say('quarter')} la giacenza media sta per superare ${say('thresholdCents')}. Restano ${say('euroDaysLeft')} euro-giorni.`,
    },
    GUARANTEE_EXCEEDED: {
      subject: 'La garanzia dei depositi è superata',
      body: (say) =>
        `Il ${say('date')} ${say('holder')} ha presso ${say('bank')} ${say('exposureCents')}, oltre il limite di ${say('limitCents')}.`,
    },
    TERM_MATURING: {
      subject: 'Un deposito vincolato scade',
      body: (say) => `Il ${say('date')} scade ${say('account')}: ${say('amountCents')}.`,
    },
    NOTICE_DUE: {
      subject: 'Una disdetta da dare',
      body: (say) =>
        `${say('account')}, ${say('amountCents')}: la banca lo rinnova il ${say('maturity')}. Per non rinnovarlo dai disdetta entro il ${say('date')}.`,
    },
    BREAK_DUE: {
      subject: 'Uno svincolo da chiedere',
      body: (say) =>
        `${say('account')}, ${say('amountCents')}: il ${say('date')} chiedi alla banca lo svincolo. Il denaro torna il ${say('back')}.`,
    },
    GOAL_DUE: {
      subject: 'Un obiettivo è vicino',
      body: (say, { status }) =>
        [
          `${say('goal')}, entro il ${say('date')}: ${say('amountCents')}.`,
          ...(status === 'COVERED' ? ['Secondo il piano ci saranno.'] : []),
          ...(status === 'SHORT' ? [`Mancheranno ${say('missingCents')}.`] : []),
        ].join(' '),
    },
    QUARTER_TO_START: {
      subject: 'C’è un trimestre da avviare',
      body: (say) => `Il ${say('quarter')} è iniziato e va avviato.`,
    },
    QUARTER_TO_CLOSE: {
      subject: 'C’è un trimestre da chiudere',
      body: (say) => `Il ${say('quarter')} è finito e va chiuso.`,
    },
    IMPORT_FINISHED: {
      subject: 'Importazione terminata',
      body: (say) =>
        `${say('account')}, ${say('quarter')}: movimenti importati ${say('imported')}, tralasciati ${say('skipped')}.`,
    },
    CONSENT_ENDING: {
      subject: 'Il consenso della banca sta per finire',
      body: (say) =>
        `Il consenso dato a ${say('bank')} finisce il ${say('date')}: rinnovalo per continuare a scaricare i movimenti.`,
    },
    WEBHOOK_DISABLED: {
      subject: 'Un webhook è stato disattivato',
      body: (say) => `Il webhook «${say('name')}» non si raggiunge da tempo ed è stato disattivato.`,
    },
    ACCOUNT_CHANGED: { subject: 'I permessi sono cambiati', body: () => 'I tuoi ruoli sono cambiati.' },
    HOUSEHOLD_ENTERED: {
      subject: 'Accesso di emergenza alla tua famiglia',
      body: (say) =>
        `L’amministratore dell’istanza «${say('by')}» ha aperto un accesso di emergenza fino al ${say('until')}. Motivo: ${say('reason')}`,
    },
    MEMBERSHIP_REQUESTED: {
      subject: 'Richiesta di far entrare una persona',
      body: (say) =>
        `«${say('by')}» chiede di far entrare ${say('person')} nella tua famiglia. Decidi in Amministrazione, Utenti.`,
    },
    MEMBER_JOINED: {
      subject: 'Una nuova persona nella tua famiglia',
      body: (say) => `${say('person')} è entrata nella tua famiglia con il primo accesso unico.`,
    },
  },
  en: {
    PLAN_READY: {
      subject: 'The plan is ready',
      body: (say, { status }) =>
        status === 'INFEASIBLE'
          ? `No plan keeps every limit in ${say('quarter')}.`
          : `The plan of ${say('quarter')} is ready: ${say('transfers')} transfers proposed, gain ${say('gainCents')}.`,
    },
    PLAN_STALE: {
      subject: 'The plan is out of date',
      body: (say) => `Something changed: the plan of ${say('quarter')} is no longer up to date.`,
    },
    TRANSFER_DUE: {
      subject: 'A transfer to make',
      body: (say, params) =>
        [
          `On ${say('date')}: ${say('amountCents')} from ${say('from')} to ${say('to')}`,
          ...('payee' in params ? [`payee exactly “${say('payee')}”`] : []),
          ...speedIn(params, { INSTANT: 'by instant transfer', ORDINARY: 'by ordinary transfer' }),
          ...('pieces' in params
            ? [`in ${say('pieces')} transfers, the largest of ${say('pieceCents')}`]
            : []),
        ].join(', ') + '.',
    },
    BELOW_MINIMUM: {
      subject: 'A balance falls below its minimum',
      body: (say) =>
        `${say('account')}: below the minimum of ${say('minBalanceCents')} from ${say('date')}, by up to ${say('missingCents')}.`,
    },
    DUTY_THRESHOLD: {
      subject: 'The stamp duty threshold is near',
      body: (say) =>
        `${say('bank')}, ${say('holders')}: in ${say('quarter')} the average balance is about to exceed ${say('thresholdCents')}. ${say('euroDaysLeft')} euro-days are left.`,
    },
    GUARANTEE_EXCEEDED: {
      subject: 'The deposit guarantee is exceeded',
      body: (say) =>
        `On ${say('date')} ${say('holder')} has ${say('exposureCents')} at ${say('bank')}, more than the limit of ${say('limitCents')}.`,
    },
    TERM_MATURING: {
      subject: 'A term deposit matures',
      body: (say) => `On ${say('date')} ${say('account')} matures: ${say('amountCents')}.`,
    },
    NOTICE_DUE: {
      subject: 'A notice to give',
      body: (say) =>
        `${say('account')}, ${say('amountCents')}: the bank renews it on ${say('maturity')}. To end it, give notice by ${say('date')}.`,
    },
    BREAK_DUE: {
      subject: 'A break to ask for',
      body: (say) =>
        `${say('account')}, ${say('amountCents')}: on ${say('date')} ask the bank to break it. The money comes back on ${say('back')}.`,
    },
    GOAL_DUE: {
      subject: 'A goal is near',
      body: (say, { status }) =>
        [
          `${say('goal')}, by ${say('date')}: ${say('amountCents')}.`,
          ...(status === 'COVERED' ? ['The plan has it ready.'] : []),
          ...(status === 'SHORT' ? [`${say('missingCents')} of it will be missing.`] : []),
        ].join(' '),
    },
    QUARTER_TO_START: {
      subject: 'A quarter to start',
      body: (say) => `${say('quarter')} has begun and is to be started.`,
    },
    QUARTER_TO_CLOSE: {
      subject: 'A quarter to close',
      body: (say) => `${say('quarter')} is over and is to be closed.`,
    },
    IMPORT_FINISHED: {
      subject: 'Import finished',
      body: (say) =>
        `${say('account')}, ${say('quarter')}: movements imported ${say('imported')}, left out ${say('skipped')}.`,
    },
    CONSENT_ENDING: {
      subject: 'The bank’s consent is about to end',
      body: (say) =>
        `The consent given at ${say('bank')} ends on ${say('date')}: renew it to keep fetching movements.`,
    },
    WEBHOOK_DISABLED: {
      subject: 'A webhook was disabled',
      body: (say) => `The webhook “${say('name')}” has not been reached for long and was disabled.`,
    },
    ACCOUNT_CHANGED: { subject: 'Your rights changed', body: () => 'Your roles changed.' },
    HOUSEHOLD_ENTERED: {
      subject: 'Break-glass access to your household',
      body: (say) =>
        `The instance’s administrator “${say('by')}” opened break-glass access until ${say('until')}. Reason: ${say('reason')}`,
    },
    MEMBERSHIP_REQUESTED: {
      subject: 'Request to let a person in',
      body: (say) =>
        `“${say('by')}” asks to let ${say('person')} into your household. Decide under Administration, Users.`,
    },
    MEMBER_JOINED: {
      subject: 'A new person in your household',
      body: (say) => `${say('person')} joined your household by a first single sign-on.`,
    },
  },
};

const LOCALE = { it: 'it-IT', en: 'en-IE' } as const;

/** What a notification is about, without names, days and amounts. */
export const titleOf = (language: Language, kind: Notification['kind']): string =>
  TEXTS[language][kind].subject;

/** Subject and body of a notification's mail, in one language. */
export function mailText(
  language: Language,
  kind: Notification['kind'],
  params: Params,
): { subject: string; body: string } {
  const { subject, body } = TEXTS[language][kind];
  const say: Say = (name) => inWords(language, name, params[name] ?? '');
  return { subject: `Fibado: ${subject}`, body: body(say, params) };
}

function inWords(language: Language, name: string, value: string | number): string {
  if (name === 'until') return momentIn(language, String(value));
  if (typeof value === 'string') return name === 'quarter' ? quarterName(language, value) : dayIn(value);
  if (!name.endsWith('Cents')) return value.toLocaleString(LOCALE[language]);
  return new Intl.NumberFormat(LOCALE[language], { style: 'currency', currency: 'EUR' }).format(value / 100);
}

/** `2026-10-01` → `4º trimestre 2026`, `Q4 2026`. */
function quarterName(language: Language, quarter: string): string {
  const number = (Number(quarter.slice(5, 7)) + 2) / 3;
  const year = quarter.slice(0, 4);
  return language === 'it' ? `${number}º trimestre ${year}` : `Q${number} ${year}`;
}

/** Days as both languages' households write them in Italy, gg/mm/aaaa; other text as it is. */
const dayIn = (value: string): string => value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1');

const momentIn = (language: Language, value: string): string =>
  new Intl.DateTimeFormat(language === 'it' ? 'it-IT' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Rome',
  }).format(new Date(value));
