import { FrameImpl, type IRawFrameType, Parser } from '@stomp/stompjs';

export type StompVersion = '1.0' | '1.1';
export type StompHeaders = Readonly<Record<string, string>>;

export interface StompFrame {
  readonly command: string;
  readonly headers: StompHeaders;
  readonly body: string;
}

/** A frame longer than allowed, or one that is no STOMP. */
export class FrameError extends Error {}

/** Reads frames from a client's chunks with the STOMP library's parser, and bounds what that parser would hold. */
export class FrameReader {
  /** Negotiated by CONNECT; 1.1 escapes header values, 1.0 does not. */
  version: StompVersion = '1.0';
  readonly #parser: Parser;
  #frames: StompFrame[] = [];
  /** Characters given to the parser since it last finished a frame. */
  #pending = 0;
  #tooLong = false;

  constructor(private readonly maxCharacters: number) {
    this.#parser = new Parser(
      (raw) => this.collect(raw),
      () => undefined,
    );
  }

  /** @throws FrameError when a frame is longer than allowed, whole or in parts. */
  read(chunk: string): StompFrame[] {
    this.#pending += chunk.length;
    if (chunk.length > this.maxCharacters || this.#pending > this.maxCharacters + chunk.length)
      throw tooLong();
    this.#frames = [];
    this.#parser.parseChunk(chunk);
    if (this.#frames.length === 0 && this.#pending > this.maxCharacters) throw tooLong();
    if (this.#tooLong) throw tooLong();
    return this.#frames;
  }

  private collect(raw: IRawFrameType): void {
    const headers = raw.headers.reduce((sum, [key, value]) => sum + key.length + value.length + 2, 0);
    if (headers + (raw.binaryBody?.length ?? 0) > this.maxCharacters) this.#tooLong = true;
    this.#pending = 0;
    const { command, headers: values, body } = FrameImpl.fromRawFrame(raw, this.version !== '1.0');
    this.#frames.push({ command, headers: { ...values }, body });
  }
}

const tooLong = () => new FrameError('frame too long');

/** A frame as text. Header values are escaped but on CONNECTED, which every version reads unescaped. */
export function writeFrame(version: StompVersion, command: string, headers: StompHeaders, body = ''): string {
  // Text in, text out: the library answers with bytes for binary bodies alone.
  return FrameImpl.marshall({
    command,
    headers,
    body,
    escapeHeaderValues: version !== '1.0',
    skipContentLengthHeader: false,
  }) as string;
}
