/** Where other applications of the device post a file to; named in the manifest. */
export const SHARE_PATH = '/share-target';
/** Where the page that reads it finds it. */
const CACHE = 'fibado-shared';
const KEY = '/share-target/file';
const NAME_HEADER = 'x-file-name';
const AT_HEADER = 'x-shared-at';
/** The API takes no larger ones. */
const MOST_BYTES = 32 * 1024 * 1024;
/** One that was not read by then is dropped, milliseconds. */
const KEEP_MS = 10 * 60_000;

/** Keeps the file of a share for the import page, which is opened; a person decides there what becomes of it. */
export async function receiveShared(request: Request): Promise<Response> {
  await caches.delete(CACHE);
  const file = (await request.formData()).get('file');
  if (file instanceof File && file.size <= MOST_BYTES) {
    const headers = { [NAME_HEADER]: encodeURIComponent(file.name), [AT_HEADER]: String(Date.now()) };
    await (await caches.open(CACHE)).put(KEY, new Response(file, { headers }));
  }
  return Response.redirect('/fibado/import-data?shared=1', 303);
}

/** The file that was shared, once; undefined where there is none. */
export async function takeShared(): Promise<File | undefined> {
  const kept = 'caches' in globalThis ? await caches.match(KEY, { cacheName: CACHE }) : undefined;
  if (!kept) return undefined;
  const content = await kept.blob();
  await dropShared();
  if (Date.now() - Number(kept.headers.get(AT_HEADER)) > KEEP_MS) return undefined;
  return new File([content], decodeURIComponent(kept.headers.get(NAME_HEADER) ?? ''), { type: content.type });
}

export async function dropShared(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE);
}
