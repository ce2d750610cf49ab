import type { z } from 'zod';

/** What has no fields of its own to protect: a file, a stream, a function. */
type Opaque = Blob | Uint8Array | ReadableStream | ((...args: never) => unknown);

/** The same value with read-only fields and arrays, at every depth. */
export type DeepReadonly<T> = unknown extends T
  ? T
  : T extends Opaque
    ? T
    : { readonly [K in keyof T]: DeepReadonly<T[K]> };

/** What a schema gives after parsing: data of a request or an answer, which is read and never written to. */
export type Output<S extends z.ZodType> = DeepReadonly<z.output<S>>;

/** What a schema takes before parsing: fields with a default may be absent. */
export type Input<S extends z.ZodType> = DeepReadonly<z.input<S>>;
