import { Table, type TableProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';

type Named =
  | { readonly label: string; readonly labelledBy?: undefined }
  | { readonly label?: undefined; readonly labelledBy: string };

type ScrollTableProps = Omit<TableProps, 'aria-label' | 'aria-labelledby'> &
  Named & {
    /** Below this width the table scrolls within itself, so that the page does not. Pixels. */
    readonly minWidth: number;
    /** The same on a phone, where the table leaves columns out. */
    readonly phoneMinWidth?: number;
    readonly maxHeight?: number | string;
  };

/** A table of figures that scrolls by itself on a narrow screen, by keyboard too. */
export function ScrollTable({
  minWidth,
  phoneMinWidth = minWidth,
  maxHeight,
  label,
  labelledBy,
  ...props
}: ScrollTableProps) {
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false;
  const name = label === undefined ? { 'aria-labelledby': labelledBy } : { 'aria-label': label };
  return (
    <Table.ScrollContainer
      minWidth={isPhone ? phoneMinWidth : minWidth}
      {...(maxHeight === undefined ? {} : { maxHeight })}
      // A region that scrolls has to be reachable by keyboard.
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', ...name } }}
    >
      <Table {...name} fz="xs" verticalSpacing={4} tabularNums {...props} />
    </Table.ScrollContainer>
  );
}
