import type { Mail } from '../../administration/email-server/mail-transport.js';

/** Whom a link is for. */
export interface LinkOwner {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly language: 'it' | 'en';
}

type Kind = 'INVITE' | 'RESET' | 'FORGOTTEN';

const TEXTS = {
  it: {
    hello: (name: string) => `Ciao ${name},`,
    subject: {
      INVITE: 'Invito a Fibado',
      RESET: 'Nuova password per Fibado',
      FORGOTTEN: 'Nuova password per Fibado',
    },
    lead: {
      INVITE: (username: string) =>
        `è stato creato per te l'utente «${username}» su Fibado. Scegli la tua password aprendo questo indirizzo:`,
      RESET: (username: string) =>
        `un amministratore ti invita a scegliere una nuova password per l'utente «${username}». Apri questo indirizzo:`,
      FORGOTTEN: (username: string) =>
        `è stata chiesta una nuova password per l'utente «${username}». Se sei stato tu, apri questo indirizzo:`,
    },
    until: (moment: string) => `L'indirizzo funziona una sola volta, fino al ${moment}.`,
    close: {
      INVITE: 'Se non aspettavi questo invito, puoi ignorare il messaggio.',
      RESET: 'Se non te lo aspettavi, avvisa il tuo amministratore.',
      FORGOTTEN: 'Se non sei stato tu, ignora il messaggio: la tua password resta quella di prima.',
    },
  },
  en: {
    hello: (name: string) => `Hello ${name},`,
    subject: {
      INVITE: 'Invitation to Fibado',
      RESET: 'New Fibado password',
      FORGOTTEN: 'New Fibado password',
    },
    lead: {
      INVITE: (username: string) =>
        `the user “${username}” was created for you on Fibado. Choose your password by opening this address:`,
      RESET: (username: string) =>
        `an administrator invites you to choose a new password for the user “${username}”. Open this address:`,
      FORGOTTEN: (username: string) =>
        `a new password was asked for the user “${username}”. If it was you, open this address:`,
    },
    until: (moment: string) => `The address works once, until ${moment}.`,
    close: {
      INVITE: 'If you did not expect this invitation, you can ignore this message.',
      RESET: 'If you did not expect this, tell your administrator.',
      FORGOTTEN: 'If it was not you, ignore this message: your password stays as it was.',
    },
  },
};

/** The message that carries a link. */
export function linkMail(owner: LinkOwner, kind: Kind, link: string, expiresAt: Date): Mail {
  const texts = TEXTS[owner.language];
  const moment = new Intl.DateTimeFormat(owner.language === 'it' ? 'it-IT' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Rome',
  }).format(expiresAt);
  const lines = [
    texts.hello(owner.name),
    '',
    texts.lead[kind](owner.username),
    '',
    link,
    '',
    texts.until(moment),
    texts.close[kind],
    '',
  ];
  return { to: owner.email, subject: texts.subject[kind], text: lines.join('\n') };
}

/** Tells the user that the password was changed, so that a change by an attacker is noticed. */
export function changedMail(owner: LinkOwner, at: Date): Mail {
  const moment = new Intl.DateTimeFormat(owner.language === 'it' ? 'it-IT' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Rome',
  }).format(at);
  return owner.language === 'it'
    ? {
        to: owner.email,
        subject: 'La tua password di Fibado è cambiata',
        text: `Ciao ${owner.name},\n\nla password dell'utente «${owner.username}» è stata cambiata il ${moment}.\nSe non sei stato tu, avvisa subito il tuo amministratore.\n`,
      }
    : {
        to: owner.email,
        subject: 'Your Fibado password was changed',
        text: `Hello ${owner.name},\n\nthe password of the user “${owner.username}” was changed on ${moment}.\nIf it was not you, tell your administrator at once.\n`,
      };
}

const momentOf = (language: 'it' | 'en', at: Date): string =>
  new Intl.DateTimeFormat(language === 'it' ? 'it-IT' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Rome',
  }).format(at);

/** Goes to a new address: it counts once the link is opened. */
export function confirmEmailMail(owner: LinkOwner, link: string, expiresAt: Date): Mail {
  const until = momentOf(owner.language, expiresAt);
  return owner.language === 'it'
    ? {
        to: owner.email,
        subject: 'Conferma il tuo indirizzo per Fibado',
        text: `Ciao ${owner.name},\n\nper usare questo indirizzo con l'utente «${owner.username}» apri, entro il ${until}:\n\n${link}\n\nSe non lo hai chiesto tu, ignora il messaggio.\n`,
      }
    : {
        to: owner.email,
        subject: 'Confirm your address for Fibado',
        text: `Hello ${owner.name},\n\nto use this address for the user “${owner.username}” open, until ${until}:\n\n${link}\n\nIf you did not ask for it, ignore this message.\n`,
      };
}

/** Goes to the present address when another one was asked for. */
export function emailChangedMail(owner: LinkOwner, email: string, at: Date): Mail {
  const moment = momentOf(owner.language, at);
  return owner.language === 'it'
    ? {
        to: owner.email,
        subject: 'Il tuo indirizzo per Fibado sta per cambiare',
        text: `Ciao ${owner.name},\n\nil ${moment} è stato chiesto di usare ${email} per l'utente «${owner.username}» al posto di questo indirizzo.\nSe non sei stato tu, cambia subito la password e avvisa il tuo amministratore.\n`,
      }
    : {
        to: owner.email,
        subject: 'Your address for Fibado is about to change',
        text: `Hello ${owner.name},\n\non ${moment} it was asked to use ${email} for the user “${owner.username}” in place of this address.\nIf it was not you, change your password at once and tell your administrator.\n`,
      };
}

/** Tells a person of a sign-in from a device or network that is new to the account. */
export function newDeviceMail(
  owner: LinkOwner,
  { address, agent }: { readonly address: string; readonly agent: string },
  at: Date,
): Mail {
  const moment = momentOf(owner.language, at);
  return owner.language === 'it'
    ? {
        to: owner.email,
        subject: 'Nuovo accesso al tuo utente di Fibado',
        text: `Ciao ${owner.name},\n\nil ${moment} l'utente «${owner.username}» è entrato da un dispositivo o una rete nuovi.\nIndirizzo: ${address}\nProgramma: ${agent}\n\nSe non sei stato tu, cambia subito la password e avvisa il tuo amministratore.\n`,
      }
    : {
        to: owner.email,
        subject: 'New sign-in to your Fibado user',
        text: `Hello ${owner.name},\n\non ${moment} the user “${owner.username}” signed in from a new device or network.\nAddress: ${address}\nProgram: ${agent}\n\nIf it was not you, change your password at once and tell your administrator.\n`,
      };
}

/** Tells a person of a second factor that was added or removed. */
export function secondFactorMail(owner: LinkOwner, what: 'ADDED' | 'REMOVED', at: Date): Mail {
  const moment = momentOf(owner.language, at);
  const isAdded = what === 'ADDED';
  return owner.language === 'it'
    ? {
        to: owner.email,
        subject: isAdded ? 'Nuovo secondo fattore su Fibado' : 'Secondo fattore tolto da Fibado',
        text: `Ciao ${owner.name},\n\nil ${moment} all'utente «${owner.username}» è stato ${isAdded ? 'aggiunto' : 'tolto'} un secondo fattore.\nSe non sei stato tu, cambia subito la password e avvisa il tuo amministratore.\n`,
      }
    : {
        to: owner.email,
        subject: isAdded ? 'New second factor on Fibado' : 'Second factor removed from Fibado',
        text: `Hello ${owner.name},\n\non ${moment} a second factor of the user “${owner.username}” was ${isAdded ? 'added' : 'removed'}.\nIf it was not you, change your password at once and tell your administrator.\n`,
      };
}

/** Tells a person that an identity of a provider signs in to the account from now on. */
export function identityTiedMail(owner: LinkOwner, provider: string, at: Date): Mail {
  const moment = momentOf(owner.language, at);
  return owner.language === 'it'
    ? {
        to: owner.email,
        subject: 'Identità collegata a Fibado',
        text: `Ciao ${owner.name},\n\nil ${moment} all'utente «${owner.username}» è stata collegata un'identità di ${provider}, che da ora lo apre.\nSe non sei stato tu, scollegala, cambia subito la password e avvisa il tuo amministratore.\n`,
      }
    : {
        to: owner.email,
        subject: 'Identity tied to Fibado',
        text: `Hello ${owner.name},\n\non ${moment} an identity of ${provider} was tied to the user “${owner.username}”, and opens it from now on.\nIf it was not you, untie it, change your password at once and tell your administrator.\n`,
      };
}

/** Tells a person that the identity of a provider no longer signs in to the account. */
export function identityUntiedMail(owner: LinkOwner, at: Date): Mail {
  const moment = momentOf(owner.language, at);
  return owner.language === 'it'
    ? {
        to: owner.email,
        subject: 'Identità scollegata da Fibado',
        text: `Ciao ${owner.name},\n\nil ${moment} l'utente «${owner.username}» è stato scollegato dal fornitore di identità: da lì non si entra più.\nSe non sei stato tu, avvisa il tuo amministratore.\n`,
      }
    : {
        to: owner.email,
        subject: 'Identity untied from Fibado',
        text: `Hello ${owner.name},\n\non ${moment} the user “${owner.username}” was untied from the identity provider, which no longer signs in.\nIf it was not you, tell your administrator.\n`,
      };
}
