import type { ResponseOf, termOffers } from '@fibado/contracts';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { Clock } from '../../platform/clock.js';
import { SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { fetchOffers } from './offer-fetch.js';

const FIRST_MS = 30_000;
const LOOK_MS = 3_600_000;
/** How long offers are shown before they are fetched again. */
const EVERY = "interval '24 hours'";

type Published = ResponseOf<typeof termOffers.published>;
interface Row {
  readonly document: Published['document'] | null;
  readonly fetched_at: Date | null;
}

/** The offers at the address the administrator names, fetched once a day by one process and kept for all households. */
@Injectable()
export class PublishedOffers implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('offers');
  #timers: NodeJS.Timeout[] = [];

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    if (this.env.OFFERS_URL === undefined) return;
    const look = () => void this.refresh().catch((error: unknown) => this.#logger.error(error));
    this.#timers = [setTimeout(look, FIRST_MS).unref(), setInterval(look, LOOK_MS).unref()];
  }

  onModuleDestroy(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async current(): Promise<Published> {
    const url = this.env.OFFERS_URL;
    if (url === undefined) return {};
    const [row] = await this.transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) =>
      manager.query<Row[]>('select document, fetched_at from published_offers where url = $1', [url]),
    );
    const source = new URL(url).hostname;
    if (!row?.document || !row.fetched_at) return { source };
    return { source, fetchedAt: row.fetched_at.toISOString(), document: row.document };
  }

  /** Fetches when a day has passed since the last try; what was there stays when it fails. */
  async refresh(): Promise<void> {
    const url = this.env.OFFERS_URL;
    if (url === undefined || !(await this.takeTurn(url))) return;
    try {
      const document = await fetchOffers(url, this.env.OFFERS_PRIVATE);
      await this.transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) =>
        manager.query('update published_offers set document = $2, fetched_at = $3 where url = $1', [
          url,
          JSON.stringify(document),
          this.clock.now(),
        ]),
      );
    } catch (error) {
      this.#logger.warn(`The published offers were not fetched: ${(error as Error).message}`);
    }
  }

  /** @returns whether this process is to fetch: the first to ask after a day is. */
  private async takeTurn(url: string): Promise<boolean> {
    const rows = await this.transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) =>
      manager.query<unknown[]>(
        `with turn as (
           insert into published_offers (url, tried_at) values ($1, $2)
           on conflict (url) do update set tried_at = excluded.tried_at
           where published_offers.tried_at <= excluded.tried_at - ${EVERY}
           returning url
         ) select url from turn`,
        [url, this.clock.now()],
      ),
    );
    return rows.length > 0;
  }
}
