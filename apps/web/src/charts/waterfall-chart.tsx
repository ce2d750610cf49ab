import { ChartFrame } from './chart-frame';
import classes from './charts.module.css';
import { Plot } from './plot';
import { linearScale } from './scale';
import { useTranslation } from 'react-i18next';

/** One step from a total to another. Cents. */
export interface WaterfallStep {
  readonly key: string;
  readonly label: string;
  readonly cents: number;
}

interface WaterfallChartProps {
  readonly title: string;
  /** What the steps begin with; what they lead to is their sum. */
  readonly start: Omit<WaterfallStep, 'key'>;
  readonly steps: readonly WaterfallStep[];
  readonly endLabel: string;
  readonly formatMoney: (cents: number, options?: { readonly sign?: boolean }) => string;
}

const MARGIN = { top: 22, right: 8, bottom: 8, left: 60 };
const HEIGHT = 240;

/** From one total to another, step by step; what rises and what falls is said by sign and not only by colour. */
export function WaterfallChart({ title, start, steps, endLabel, formatMoney }: WaterfallChartProps) {
  const { t } = useTranslation();
  const changes = barsOf(start.cents, steps);
  const endCents = changes.at(-1)?.to ?? start.cents;
  const columns = [
    { key: 'start', label: start.label, from: undefined, to: start.cents, total: true },
    ...changes.map((change) => ({ ...change, total: false })),
    { key: 'end', label: endLabel, from: undefined, to: endCents, total: true },
  ];
  const y = linearScale(
    // A total is a length: it is drawn from zero, or its bar would say more than its figure.
    [0, ...columns.flatMap((c) => [c.to, ...(c.from === undefined ? [] : [c.from])])],
    HEIGHT - MARGIN.bottom,
    MARGIN.top,
    4,
  );
  return (
    <ChartFrame
      title={title}
      table={() => ({
        head: [t('FINANCE.WATERFALL.STEP'), t('FINANCE.WATERFALL.AMOUNT'), t('FINANCE.WATERFALL.TOTAL')],
        rows: columns.map((c) => [
          c.label,
          c.from === undefined ? '' : formatMoney(c.to - c.from, { sign: true }),
          formatMoney(c.to),
        ]),
      })}
    >
      <Plot title={title} height={HEIGHT} margin={MARGIN} y={y} fallbackWidth={640}>
        {(width) => {
          const slot = (width - MARGIN.left - MARGIN.right) / columns.length;
          const bars = columns.map((c, index) => {
            const left = MARGIN.left + index * slot + slot * 0.14;
            const wide = slot * 0.72;
            const edges = [y.at(c.from ?? 0), y.at(c.to)];
            const top = Math.min(...edges);
            const bottom = Math.max(...edges);
            const tone = c.total ? classes.barTotal : c.to >= (c.from ?? 0) ? classes.barUp : classes.barDown;
            return (
              <g key={c.key}>
                <rect
                  className={tone}
                  x={left}
                  y={top}
                  width={wide}
                  height={Math.max(bottom - top, 1.5)}
                  rx={2}
                />
                {index < columns.length - 1 && (
                  <line
                    className={classes.zero}
                    x1={left + wide}
                    x2={left + slot}
                    y1={y.at(c.to)}
                    y2={y.at(c.to)}
                    strokeDasharray="2 2"
                  />
                )}
                {/* On a narrow screen the figures stand in the list below alone. */}
                {slot > 62 && (
                  <text className={classes.low} x={left + wide / 2} y={top - 6} textAnchor="middle">
                    {c.from === undefined ? formatMoney(c.to) : formatMoney(c.to - c.from, { sign: true })}
                  </text>
                )}
                <text className={classes.tick} x={left + wide / 2} y={12} textAnchor="middle">
                  {c.total ? (slot > 62 ? c.label : '') : String(index)}
                </text>
              </g>
            );
          });
          return (
            <>
              {bars}
              <line
                className={classes.zero}
                x1={MARGIN.left}
                x2={width - MARGIN.right}
                y1={y.at(0)}
                y2={y.at(0)}
              />
            </>
          );
        }}
      </Plot>
      <ol className={classes.legend}>
        {steps.map((step) => (
          <li key={step.key}>
            <span>{step.label}</span>
            <strong>{formatMoney(step.cents, { sign: true })}</strong>
          </li>
        ))}
      </ol>
    </ChartFrame>
  );
}

/** Each step with where it begins and ends. */
function barsOf(startCents: number, steps: readonly WaterfallStep[]) {
  let at = startCents;
  return steps.map((step) => {
    const from = at;
    at += step.cents;
    return { key: step.key, label: step.label, from, to: at };
  });
}
