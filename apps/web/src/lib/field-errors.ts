import type { TFunction } from 'i18next';

/** What of a schema's finding a text is made from. */
interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly origin?: string | undefined;
  readonly maximum?: unknown;
  readonly format?: string | undefined;
  readonly input?: unknown;
}

/** A contract's schema, as far as checking a form goes. */
interface Schema {
  safeParse(
    values: unknown,
  ):
    | { readonly success: true }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}

/**
 * What a contract's schema says against `values`: a text for each field by its path, in the form @mantine/form takes.
 * The schema is the one the API checks with, so what passes here passes there.
 */
export function fieldErrors(schema: Schema, values: unknown, t: TFunction): Record<string, string> {
  const result = schema.safeParse(values);
  if (result.success) return {};
  const errors: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const path = issue.path.map(String).join('.');
    errors[path] ??= at(values, issue.path) === '' ? t('COMMON.FIELD.REQUIRED') : textOf(issue, t);
  }
  return errors;
}

/** What stands at a path: a field left empty lacks its value, whatever rule it breaks. */
function at(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    values,
  );
}

function textOf(issue: Issue, t: TFunction): string {
  if (issue.code === 'too_small' && (issue.origin === 'string' || issue.origin === 'array'))
    return t('COMMON.FIELD.REQUIRED');
  if (issue.code === 'too_big' && issue.origin === 'string')
    return t('COMMON.FIELD.TOO_LONG', { max: Number(issue.maximum) });
  if (issue.code === 'invalid_format' && issue.format === 'email') return t('COMMON.FIELD.EMAIL');
  if (issue.code === 'invalid_type' && issue.input === undefined) return t('COMMON.FIELD.REQUIRED');
  return t('COMMON.FIELD.INVALID');
}
