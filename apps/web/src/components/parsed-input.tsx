import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';

export type FieldProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'>;

export interface ParsedInputProps<T> extends FieldProps {
  readonly value: T | null;
  /** `null` when the field is empty or what stands in it cannot be read (see `onValidity`). */
  readonly onChange: (value: T | null) => void;
  /** Told whenever what is typed becomes readable or stops being so; a field taken away counts as readable. */
  readonly onValidity?: ((readable: boolean) => void) | undefined;
  readonly format: (value: T) => string;
  readonly parse: (text: string) => T | undefined;
  /** Shown under the field while it cannot be read. */
  readonly unreadable: string;
}

/** A text field over a value: keeps what is typed while it is typed, shows the value's own form when left. */
export function ParsedInput<T>(props: ParsedInputProps<T>) {
  const { value, onChange, onValidity, format, parse, unreadable, error, onBlur, onFocus, ...rest } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const [bad, setBad] = useState(false);

  // A removed field cannot be corrected any more, and must not block the form.
  const tellReadable = useEffectEvent(() => onValidity?.(true));
  useEffect(() => (bad ? () => tellReadable() : undefined), [bad]);

  const read = (text: string): void => {
    setDraft(text);
    const parsed = text.trim() === '' ? null : parse(text);
    const readable = parsed !== undefined;
    if (readable === bad) onValidity?.(readable);
    setBad(!readable);
    onChange(parsed ?? null);
  };

  return (
    <TextInput
      {...rest}
      value={draft ?? (value === null ? '' : format(value))}
      onChange={(event) => read(event.currentTarget.value)}
      onFocus={(event) => {
        event.currentTarget.select();
        onFocus?.(event);
      }}
      onBlur={(event) => {
        // What cannot be read stays, so that it can be corrected.
        if (!bad) setDraft(null);
        onBlur?.(event);
      }}
      error={bad ? unreadable : error}
    />
  );
}
