import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Contact, contact, type ContactShown, profile } from '@fibado/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormActions } from '../../components/form-actions';
import { LanguageSelect } from '../../components/language-select';
import { SectionCard } from '../../components/section-card';
import { QueryState } from '../../components/states';
import { useUnsavedChanges } from '../../components/unsaved-changes';
import { client } from '../../lib/client';
import { fieldErrors } from '../../lib/field-errors';
import { storedSession } from '../../lib/stored-session';

const KEY = ['account', 'contact'] as const;

export function ContactCard() {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => client.call(profile.getContact),
    meta: { inline: true },
  });
  return (
    <SectionCard title={t('PROFILE.CONTACT.TITLE')}>
      <QueryState query={query}>{(data) => <ContactForm contact={data} />}</QueryState>
    </SectionCard>
  );
}

interface ContactValues {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly language: 'it' | 'en';
}

const toBody = (values: ContactValues): Contact => {
  const { phone, ...rest } = values;
  return phone.trim() === '' ? rest : { ...rest, phone };
};

function ContactForm({ contact: { pendingEmail, ...saved } }: { readonly contact: ContactShown }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const form = useForm<ContactValues>({
    initialValues: { ...saved, phone: saved.phone ?? '' },
    validateInputOnBlur: true,
    validate: (values) => fieldErrors(contact, toBody(values), t),
  });
  useUnsavedChanges(form.isDirty());
  const save = useMutation({
    mutationFn: (body: Contact) => client.call(profile.updateContact, { body }),
    onSuccess: (answer) => {
      queryClient.setQueryData(KEY, answer);
      // A new address counts once its link is opened.
      form.setFieldValue('email', answer.email);
      storedSession.updateUser({ name: answer.name, email: answer.email });
      form.resetDirty();
    },
    meta: { confirm: true },
  });
  return (
    <Stack gap="sm">
      <TextInput label={t('PROFILE.CONTACT.NAME')} autoComplete="name" {...form.getInputProps('name')} />
      <TextInput
        label={t('PROFILE.CONTACT.EMAIL')}
        autoComplete="email"
        type="email"
        description={
          pendingEmail === undefined ? undefined : t('PROFILE.CONTACT.PENDING', { email: pendingEmail })
        }
        {...form.getInputProps('email')}
      />
      <TextInput
        label={t('PROFILE.CONTACT.PHONE')}
        autoComplete="tel"
        type="tel"
        {...form.getInputProps('phone')}
      />
      <LanguageSelect
        label={t('PROFILE.CONTACT.LANGUAGE')}
        description={t('PROFILE.CONTACT.LANGUAGE_HINT')}
        {...form.getInputProps('language')}
      />
      <FormActions
        saving={save.isPending}
        disabled={!form.isDirty()}
        onSave={() => {
          if (!form.validate().hasErrors) save.mutate(toBody(form.getValues()));
        }}
      />
    </Stack>
  );
}
