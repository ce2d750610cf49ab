import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** As much of an editor as its name needs. */
interface NamedDraft {
  readonly value: { readonly name: string };
  readonly set: (key: 'name', next: string) => void;
  readonly error: (path: 'name') => string | undefined;
  readonly touch: (path: 'name') => void;
}

interface NameFieldProps extends Pick<TextInputProps, 'description' | 'maw'> {
  readonly editor: NamedDraft;
}

/** The name of what is edited, on which the focus starts. */
export function NameField({ editor, ...props }: NameFieldProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      {...props}
      label={t('FINANCE.FIELD.NAME')}
      required
      data-autofocus
      value={editor.value.name}
      error={editor.error('name')}
      onChange={(e) => editor.set('name', e.currentTarget.value)}
      onBlur={() => editor.touch('name')}
    />
  );
}
