/** Sending a form while telling how far it got: `fetch` does not say, so each platform's own way is used. */

export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

type Send = typeof fetch;
type Headers = Record<string, string>;

export interface Upload {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly form: FormData;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (progress: UploadProgress) => void;
}

/** How much goes out between two words about it. */
const PART_BYTES = 65_536;

/** What is used of a browser's XMLHttpRequest. */
interface BrowserRequest {
  readonly upload: {
    onprogress: ((event: { loaded: number; total: number }) => void) | null;
  };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  responseType: string;
  readonly response: unknown;
  readonly status: number;
  getAllResponseHeaders(): string;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: FormData): void;
  abort(): void;
}

/** Sends a form, telling what went out. @throws as fetch does. */
export function upload(send: Send, request: Upload): Promise<Response> {
  const browser = (globalThis as { XMLHttpRequest?: new () => BrowserRequest }).XMLHttpRequest;
  return browser ? throughBrowser(new browser(), request) : throughStream(send, request);
}

async function throughStream(send: Send, request: Upload): Promise<Response> {
  const encoded = new Response(request.form);
  const contentType = encoded.headers.get('Content-Type') ?? 'multipart/form-data';
  const bytes = await encoded.blob();
  const totalBytes = bytes.size;
  let sentBytes = 0;
  const counted = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (sentBytes >= totalBytes) {
        controller.close();
        return;
      }
      const part = await bytes.slice(sentBytes, sentBytes + PART_BYTES).arrayBuffer();
      controller.enqueue(new Uint8Array(part));
      sentBytes += part.byteLength;
      request.onProgress({ sentBytes, totalBytes });
    },
  });
  // A body that is a stream has to say that nothing is read before it is sent.
  const init: RequestInit & { duplex: 'half' } = {
    method: request.method,
    headers: { ...request.headers, 'Content-Type': contentType },
    body: counted,
    duplex: 'half',
    ...(request.signal ? { signal: request.signal } : {}),
  };
  return send(request.url, init);
}

function throughBrowser(xhr: BrowserRequest, request: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    xhr.open(request.method, request.url);
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.responseType = 'arraybuffer';
    xhr.upload.onprogress = ({ loaded, total }) =>
      request.onProgress({ sentBytes: loaded, totalBytes: total });
    xhr.onload = () => {
      const empty = [204, 205, 304].includes(xhr.status);
      const body = empty ? null : new Uint8Array(xhr.response as ArrayBuffer);
      resolve(new Response(body, { status: xhr.status, headers: headersOf(xhr.getAllResponseHeaders()) }));
    };
    xhr.onerror = () => reject(new TypeError('the upload failed'));
    xhr.onabort = () => reject(request.signal?.reason as Error);
    if (request.signal?.aborted) {
      reject(request.signal.reason as Error);
      return;
    }
    request.signal?.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(request.form);
  });
}

function headersOf(lines: string): [string, string][] {
  return lines
    .trim()
    .split(/\r?\n/)
    .filter(Boolean)
    .map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
}
