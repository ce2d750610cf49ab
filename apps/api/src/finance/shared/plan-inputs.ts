import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';

/** @param quarter the one whose inputs changed; absent when every quarter's may have. */
export type InputsListener = (scope: TenantScope, quarter: QuarterDate | undefined) => Promise<void>;

/** Where features say that something a plan rests on has changed, without knowing who plans. */
@Injectable()
export class PlanInputs {
  readonly #listeners: InputsListener[] = [];

  onChange(listener: InputsListener): void {
    this.#listeners.push(listener);
  }

  /** Called in the transaction of the change, after it is written. */
  async changed(scope: TenantScope, quarter?: QuarterDate): Promise<void> {
    for (const listener of this.#listeners) await listener(scope, quarter);
  }
}
