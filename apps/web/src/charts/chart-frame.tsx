import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './charts.module.css';

export interface ChartTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface ChartFrameProps {
  readonly title: string;
  readonly controls?: ReactNode;
  /** Built only when the reader asks for it. */
  readonly table: () => ChartTable;
  readonly children: ReactNode;
}

/** A chart under its title, and its twin: the same figures as a table, one button away. */
export function ChartFrame({ title, controls, table, children }: ChartFrameProps) {
  const { t } = useTranslation();
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className={classes.figure} aria-label={title}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text component="figcaption" fw={600} size="sm">
          {title}
        </Text>
        <Group gap="xs">
          {controls}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              setAsTable(!asTable);
            }}
          >
            {asTable ? t('FINANCE.CHART.SHOW_CHART') : t('FINANCE.CHART.SHOW_TABLE')}
          </Button>
        </Group>
      </Group>
      {asTable ? <TwinTable title={title} {...table()} /> : children}
    </figure>
  );
}

function TwinTable({ title, head, rows }: ChartTable & { readonly title: string }) {
  return (
    // A region that scrolls has to be reachable by keyboard.
    <div className={classes.tableBox} role="group" aria-label={title} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) =>
                column === 0 ? (
                  <th key={column} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={column}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
