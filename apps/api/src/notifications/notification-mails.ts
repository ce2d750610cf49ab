import type { Settings } from '@fibado/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../config/env.js';
import { ENV } from '../config/instance.module.js';
import { MailQueue } from '../administration/email-server/mail-queue.js';
import type { PlatformScope } from '../platform/database/transactions.js';
import { mailText } from './mail-texts.js';
import type { NewNotification, Recipient } from './notifications.repository.js';

export interface NotificationMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Whose events these are: where they want to hear of them, and who reads them. */
export interface Household {
  readonly settings: Settings;
  readonly readers: readonly Recipient[];
}

/** The same news as mails: to the household's address for reminders, or to each member's own. */
@Injectable()
export class NotificationMails {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly queue: MailQueue,
  ) {}

  /** Enqueues mails if there is a server: a reminder sent when one is set up months later would be no reminder. */
  async send(scope: PlatformScope, tenantId: string, mails: readonly NotificationMail[]): Promise<void> {
    if (mails.length === 0 || !(await this.queue.configured(scope))) return;
    for (const mail of mails) await this.queue.add(scope, mail, tenantId);
  }

  of({ settings, readers }: Household, { kind, params, link }: NewNotification): NotificationMail[] {
    // The login of such a household is public, and chooses where its reminders go.
    if (readers.some(({ demonstration }) => demonstration)) return [];
    const address = settings.reminders.email;
    const recipients = address
      ? [{ email: address, language: settings.language }]
      : readers.map(({ email, language }) => ({ email, language }));
    const url = this.env.PUBLIC_URL && link ? new URL(link, this.env.PUBLIC_URL).href : undefined;
    return recipients.map(({ email, language }) => {
      const { subject, body } = mailText(language, kind, params);
      return { to: email, subject, text: `${body}\n${url ? `\n${url}\n` : ''}` };
    });
  }

  /** News of access to the household go to each member's own address. */
  ofAccess(
    recipients: readonly Pick<Recipient, 'email' | 'language'>[],
    kind: Parameters<typeof mailText>[1],
    params: Parameters<typeof mailText>[2],
  ): NotificationMail[] {
    return recipients.map(({ email, language }) => {
      const { subject, body } = mailText(language, kind, params);
      return { to: email, subject, text: `${body}\n` };
    });
  }
}
