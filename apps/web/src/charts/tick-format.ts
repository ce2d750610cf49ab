import { useTranslation } from 'react-i18next';
import { useAmountsHidden } from '../lib/hide-amounts';
import { shortEuro } from './scale';

/** Formats the cents of an axis as short as they read, or hides them while the eye is shut. */
export function useTickFormat(): (cents: number) => string {
  const { i18n } = useTranslation();
  const isHidden = useAmountsHidden();
  return (cents) => (isHidden ? '•••' : shortEuro(cents / 100, i18n.language));
}
