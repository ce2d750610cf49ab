import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface SearchInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A search field with a button that empties it. */
export function SearchInput({ value, onChange, ...props }: SearchInputProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      type="search"
      // A label on screen is its name.
      aria-label={props.label === undefined ? t('COMMON.SEARCH') : undefined}
      placeholder={t('COMMON.SEARCH')}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSection={
        value === '' ? null : (
          <CloseButton size="sm" aria-label={t('COMMON.CLEAR')} onClick={() => onChange('')} />
        )
      }
      {...props}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
