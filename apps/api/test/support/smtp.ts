import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: string[];
  readonly user: string | undefined;
  /** The mail as it was sent. */
  readonly raw: string;
  /** Its text, with the transfer encoding undone. */
  readonly text: string;
}

export interface TestSmtpServer {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Makes the next mails be refused with this answer, until it is set to nothing. */
  refuseWith: string | undefined;
  close(): Promise<void>;
}

/** A real SMTP server in this process, on a port of its own. */
export async function startSmtpServer(
  login?: { user: string; password: string },
  options: SMTPServerOptions = {},
): Promise<TestSmtpServer> {
  const state: { mails: ReceivedMail[]; refuseWith: string | undefined } = {
    mails: [],
    refuseWith: undefined,
  };
  const server = new SMTPServer({
    authOptional: !login,
    allowInsecureAuth: true,
    disabledCommands: login ? [] : ['AUTH'],
    logger: false,
    onAuth: (auth, _session, done) => {
      if (auth.username === login?.user && auth.password === login?.password)
        done(null, { user: auth.username });
      else done(new Error('Invalid login'));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (state.refuseWith !== undefined) {
          done(Object.assign(new Error(state.refuseWith), { responseCode: 451 }));
          return;
        }
        const raw = Buffer.concat(chunks).toString('utf8');
        const { mailFrom, rcptTo } = session.envelope;
        state.mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map((one) => one.address),
          user: session.user,
          raw,
          text: textOf(raw),
        });
        done(null, 'Taken');
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

function textOf(raw: string): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const encoding = /^content-transfer-encoding: *(\S+)/im.exec(head)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const joined = body.replaceAll(/=\r\n/g, '');
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
