import { ApiError } from '@fibado/client';
import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { alertError } from './confirm';

interface FilePickerProps extends ButtonProps {
  /** As the browser takes it: `.xls,.xlsx`. */
  readonly accept: string;
  /** A larger file is refused before it is sent, with the words the server has for it. */
  readonly maxBytes: number;
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}

/** A button that asks for one file. The same file can be chosen again, mended: browsers tell of a change alone. */
export function FilePicker({ accept, maxBytes, onFile, children, ...button }: FilePickerProps) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      accept={accept}
      resetRef={reset}
      onChange={(file) => {
        reset.current?.();
        if (!file) return;
        if (file.size > maxBytes) alertError(new ApiError(413, 'PAYLOAD_TOO_LARGE', []));
        else onFile(file);
      }}
    >
      {(props) => (
        <Button {...props} {...button}>
          {children}
        </Button>
      )}
    </FileButton>
  );
}
