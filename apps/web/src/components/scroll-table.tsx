import { Table, type TableProps } from '@mantine/core';

type Named =
  | { readonly label: string; readonly labelledBy?: undefined }
  | { readonly label?: undefined; readonly labelledBy: string };

type ScrollTableProps = Omit<TableProps, 'aria-label' | 'aria-labelledby'> &
  Named & {
    /** Below this width the table scrolls within itself, so that the page does not. Pixels; `base` on a phone. */
    readonly minWidth: number | { readonly base: number; readonly sm: number };
    readonly maxHeight?: number | string;
  };

/** A table of figures that scrolls by itself on a narrow screen, by keyboard too. */
export function ScrollTable({ minWidth, maxHeight, label, labelledBy, ...props }: ScrollTableProps) {
  const name = label === undefined ? { 'aria-labelledby': labelledBy } : { 'aria-label': label };
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      {...(maxHeight === undefined ? {} : { maxHeight })}
      // A region that scrolls has to be reachable by keyboard.
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', ...name } }}
    >
      <Table {...name} fz="xs" verticalSpacing={4} tabularNums {...props} />
    </Table.ScrollContainer>
  );
}
