import classes from './charts.module.css';
import type { LinearScale } from './scale';
import { useTickFormat } from './tick-format';

/** Horizontal lines at round amounts, each with its figure at the left. Cents. */
export function MoneyAxis({
  scale,
  left,
  right,
}: {
  readonly scale: LinearScale;
  readonly left: number;
  readonly right: number;
}) {
  const tickText = useTickFormat();
  return (
    <>
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line className={classes.grid} x1={left} x2={right} y1={scale.at(tick)} y2={scale.at(tick)} />
          <text className={classes.tick} x={left - 6} y={scale.at(tick) + 4} textAnchor="end">
            {tickText(tick)}
          </text>
        </g>
      ))}
    </>
  );
}
