import type { YearEndReport } from '@fibado/contracts';
import { type Day, LAW, quarterEnd, yearResult } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { type KeptQuarter, problemsOf, YearQuarters } from './year-quarters.js';

/** What a calendar year earned and cost. */
@Injectable()
export class YearEndService {
  constructor(
    private readonly quarters: YearQuarters,
    private readonly clock: Clock,
  ) {}

  async report(scope: TenantScope, year: number): Promise<YearEndReport> {
    return yearEndReport(year, this.clock.today(), await this.quarters.of(scope, year));
  }
}

function yearEndReport(year: number, today: Day, quarters: readonly KeptQuarter[]): YearEndReport {
  const {
    quarters: results,
    duties,
    accounts,
    banks,
    keptByPlan,
    ...sums
  } = yearResult(problemsOf(quarters));
  const byQuarter = new Map(results.map(({ quarter, ...figures }) => [quarter, figures]));
  return {
    year,
    today,
    ...sums,
    quarters: quarters.map(({ date, kept }) => ({
      quarter: date,
      state: kept?.state ?? 'MISSING',
      projected: kept !== undefined && kept.state !== 'CLOSED' && quarterEnd(date) >= today,
      ...byQuarter.get(date),
    })),
    banks: [...banks],
    accounts: [...accounts],
    keptByPlan: [...keptByPlan],
    law: lawIn(year, duties.some(({ tax }) => tax === 'IVAFE') ? [...SHOWN_LAW, ...IVAFE_LAW] : SHOWN_LAW),
    duties: duties.map((duty) => ({
      ...duty,
      holders: [...duty.holders],
      accountIds: [...duty.accountIds],
    })),
  };
}

const SHOWN_LAW = [
  'withholdingPct',
  'fixedDutyCents',
  'fixedDutyThresholdCents',
  'proportionalDutyPct',
  'minimumDutyCents',
] as const;
const IVAFE_LAW = ['ivafeFixedCents', 'ivafeThresholdCents', 'ivafePct', 'ivafeListedStatePct'] as const;

function lawIn(
  year: number,
  parameters: readonly YearEndReport['law'][number]['parameter'][],
): YearEndReport['law'] {
  return parameters.flatMap((parameter) => {
    const row = LAW.findLast((one) => one.parameter === parameter && one.from <= `${String(year)}-12-31`);
    return row === undefined ? [] : [{ ...row, parameter }];
  });
}
