import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import pg from 'pg';
import { SteadyClient } from './steady-client.js';
import { TenantTransactions } from './tenant-transactions.js';
import { Transactions } from './transactions.js';
import { setTypeParsers } from './types.js';

/** The data source under the API's own role, and transactions on it: the only ways to the database. */
@Global()
@Module({})
export class DatabaseModule {
  static at(url: string, poolSize: number): DynamicModule {
    setTypeParsers();
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({
          type: 'postgres',
          // Given, because TypeORM would look for it beside the bundle.
          driver: pg,
          url,
          autoLoadEntities: true,
          synchronize: false,
          poolSize,
          applicationName: 'fibado',
          // An idle connection that breaks (the server restarts) is replaced; unhandled it would end the process.
          poolErrorHandler: () => undefined,
          // Who comes while every connection is in use waits in line: a moment's crowd is served late, not refused.
          extra: {
            Client: SteadyClient,
            connectionTimeoutMillis: 20_000,
            statement_timeout: 30_000,
            // A statement is sent at once, not when the one before it was answered: see `inOrder`.
            pipeline: true,
          },
          retryAttempts: 0,
        }),
      ],
      providers: [Transactions, TenantTransactions],
      exports: [Transactions, TenantTransactions],
    };
  }
}
