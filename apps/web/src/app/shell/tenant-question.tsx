import { Trans } from 'react-i18next';

/** Asks before the session moves to another tenant. On its own, because `Trans` brings a parser of HTML. */
export default function TenantQuestion({ tenant }: { readonly tenant: string }) {
  return (
    <Trans i18nKey="SHELL.TENANT_CONFIRM" values={{ tenant }} components={{ b: <b /> }} shouldUnescape />
  );
}
