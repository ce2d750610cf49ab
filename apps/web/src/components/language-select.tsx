import { Select, type SelectProps } from '@mantine/core';

/** The language of screens and mails; each is named in itself. */
export function LanguageSelect(props: Omit<SelectProps, 'data'>) {
  return (
    <Select
      allowDeselect={false}
      data={[
        { value: 'it', label: 'Italiano' },
        { value: 'en', label: 'English' },
      ]}
      {...props}
    />
  );
}
