import { Injectable } from '@nestjs/common';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { SecretBox } from '../../platform/secret-box.js';
import type { MailServer } from './mail-transport.js';

const PURPOSE = 'email-server';

export interface EmailServerRow {
  readonly host: string;
  readonly port: number;
  readonly security: 'TLS' | 'STARTTLS' | 'NONE';
  readonly username: string | null;
  readonly passwordSealed: string | null;
  readonly fromName: string;
  readonly fromAddress: string;
  readonly version: number;
}

@Injectable()
export class EmailServerRepository {
  constructor(private readonly box: SecretBox) {}

  async find(scope: PlatformScope): Promise<EmailServerRow | undefined> {
    const rows = await scope.manager.query<EmailServerRow[]>(
      `select host, port, security, username, password_sealed as "passwordSealed", from_name as "fromName",
         from_address as "fromAddress", version from email_server`,
    );
    return rows[0];
  }

  /** With the password opened, to speak to the server. */
  async server(scope: PlatformScope): Promise<MailServer | undefined> {
    const row = await this.find(scope);
    if (!row) return undefined;
    const { passwordSealed, ...rest } = row;
    return { ...rest, password: passwordSealed === null ? null : this.box.open(PURPOSE, passwordSealed) };
  }

  seal(password: string): string {
    return this.box.seal(PURPOSE, password);
  }

  async put(scope: PlatformScope, row: EmailServerRow): Promise<void> {
    await scope.manager.query(
      `insert into email_server (host, port, security, username, password_sealed, from_name, from_address, version)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (only_one) do update set host = $1, port = $2, security = $3, username = $4,
         password_sealed = $5, from_name = $6, from_address = $7, version = $8`,
      [
        row.host,
        row.port,
        row.security,
        row.username,
        row.passwordSealed,
        row.fromName,
        row.fromAddress,
        row.version,
      ],
    );
  }

  async delete(scope: PlatformScope): Promise<void> {
    await scope.manager.query('delete from email_server');
  }
}
