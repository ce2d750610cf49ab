import { isIP } from 'node:net';
import type { Transporter } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';

/** What is needed to speak to an e-mail server; the password in clear, in memory only. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: 'TLS' | 'STARTTLS' | 'NONE';
  readonly username: string | null;
  readonly password: string | null;
  readonly fromName: string;
  readonly fromAddress: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export type MailTransport = Transporter<SMTPTransport.SentMessageInfo>;

const CONNECT_MS = 10_000;
const SOCKET_MS = 20_000;

/** The library is loaded when an instance speaks to a mail server. */
export async function openTransport(server: MailServer): Promise<MailTransport> {
  const { createTransport } = await import('nodemailer');
  const { host, port, security, username, password } = server;
  return createTransport({
    host,
    port,
    secure: security === 'TLS',
    requireTLS: security === 'STARTTLS',
    ignoreTLS: security === 'NONE',
    ...(username === null ? {} : { auth: { user: username, pass: password ?? '' } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    // A mail is text given by the program: it never names a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** @returns the server's last word. @throws what the transport throws; `mailError` makes one line of it. */
export async function send(transport: MailTransport, server: MailServer, mail: Mail): Promise<string> {
  const sent = await transport.sendMail({
    from: { name: server.fromName, address: server.fromAddress },
    // As an object the address is taken literally: commas in it cannot add recipients.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    // Programs answer programs: no out-of-office replies, please.
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  return sent.response;
}

/** One line for people, as the server or the network said it. */
export function mailError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, ' ').slice(0, 500);
}

/** A password may cross a connection in clear only inside the machine. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}
