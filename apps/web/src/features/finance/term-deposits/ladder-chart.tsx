import { addMonths, type Day, daysBetween } from '@fibado/planning';
import { useElementSize } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { ChartFrame } from '../../../charts/chart-frame';
import classes from '../../../charts/charts.module.css';
import { drawable } from '../../../charts/scale';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { type Deposit, spanOf } from './deposits-model';

interface LadderChartProps {
  readonly deposits: readonly Deposit[];
  readonly bankName: (bankId: string) => string;
  readonly today: Day;
}

const MARGIN = { top: 4, right: 8, bottom: 22, left: 8 };
const ROW = 40;
const BAR = 12;
/** A month's name takes so much, pixels. */
const TICK = 64;
const COLORS = { LOT: 'light-dark(#0b6e75, #3fc1c9)', ACCOUNT: 'light-dark(#4c5fd5, #8ea0ff)' } as const;

/** Deposits as bars on a time line, one below the other, each to the day on which its money comes back. */
export function LadderChart({ deposits, bankName, today }: LadderChartProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const { ref, width: measured } = useElementSize<HTMLDivElement>();
  const width = drawable(measured, MARGIN, 640);
  const amount = ({ amountCents }: Deposit) => (amountCents === undefined ? '–' : money(amountCents));
  const title = t('FINANCE.TERM.LADDER');
  const table = () => ({
    head: ['NAME', 'BANK', 'AMOUNT', 'FROM', 'TO'].map((key) => t(`FINANCE.TERM.COLUMN.${key}`)),
    rows: deposits.map((one) => [
      one.name,
      bankName(one.bankId),
      amount(one),
      one.from === undefined ? '–' : formatDay(one.from),
      formatDay(one.to),
    ]),
  });
  return (
    <ChartFrame title={title} table={table}>
      <div className={classes.plot} ref={ref}>
        <Drawing
          deposits={deposits}
          width={width}
          today={today}
          label={(one) =>
            [one.name, ...(one.amountCents === undefined ? [] : [amount(one)]), formatDay(one.to)].join(' · ')
          }
        />
      </div>
      <p className={classes.note}>{t('FINANCE.TERM.LADDER_LEGEND')}</p>
    </ChartFrame>
  );
}

interface DrawingProps {
  readonly deposits: readonly Deposit[];
  readonly width: number;
  readonly today: Day;
  readonly label: (deposit: Deposit) => string;
}

function Drawing({ deposits, width, today, label }: DrawingProps) {
  const { from, to } = spanOf(deposits, today);
  const [left, right] = [MARGIN.left, width - MARGIN.right];
  const bottom = MARGIN.top + deposits.length * ROW;
  const days = Math.max(1, daysBetween(from, to));
  const x = (day: Day): number =>
    Math.min(right, Math.max(left, left + (daysBetween(from, day) / days) * (right - left)));
  return (
    <svg
      className={classes.svg}
      height={bottom + MARGIN.bottom}
      viewBox={`0 0 ${String(width)} ${String(bottom + MARGIN.bottom)}`}
      role="img"
      aria-label={deposits.map(label).join('; ')}
    >
      {monthTicks(from, to, (right - left) / TICK).map((day) => (
        <g key={day}>
          <line className={classes.grid} x1={x(day)} x2={x(day)} y1={MARGIN.top} y2={bottom} />
          {x(day) + TICK <= right + MARGIN.right && (
            <text className={classes.tick} x={x(day) + 2} y={bottom + 15}>
              {`${day.slice(5, 7)}/${day.slice(0, 4)}`}
            </text>
          )}
        </g>
      ))}
      {deposits.map((one, index) => {
        const top = MARGIN.top + index * ROW;
        const start = x(one.from ?? from);
        return (
          <g key={one.id}>
            <text className={classes.low} x={left} y={top + 15}>
              {label(one)}
            </text>
            <rect
              x={start}
              y={top + 21}
              width={Math.max(2, x(one.to) - start)}
              height={BAR}
              rx={2}
              fill={COLORS[one.kind]}
              fillOpacity={one.state === 'BROKEN' ? 0.4 : 0.85}
            />
          </g>
        );
      })}
      <line className={classes.today} x1={x(today)} x2={x(today)} y1={MARGIN.top} y2={bottom} />
    </svg>
  );
}

/** First days of months, so few that their labels have place. */
function monthTicks(from: Day, to: Day, most: number): Day[] {
  const first = `${from.slice(0, 7)}-01`;
  const months = Math.max(1, Math.ceil(daysBetween(from, to) / 30));
  const step = [1, 2, 3, 6, 12, 24, 60, 120].find((count) => months / count <= Math.max(1, most)) ?? 120;
  const ticks: Day[] = [];
  for (let day = addMonths(first, step); day < to; day = addMonths(day, step)) ticks.push(day);
  return ticks;
}
