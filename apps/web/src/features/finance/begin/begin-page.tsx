import { Alert, Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { showFirstWrong } from '../../../components/form-parts';
import { PageHeader } from '../../../components/page-header';
import { QueryState } from '../../../components/states';
import { useCanWrite } from '../shared/access';
import { quartersQuery } from '../shared/queries';
import { AccountsStep } from './accounts-step';
import { BanksStep } from './banks-step';
import { ItemsStep } from './items-step';
import { STEPS, useBegin } from './use-begin';

/** From nothing to a plan on one's own data in three steps. */
export function Component() {
  const quarters = useQuery(quartersQuery());
  return <QueryState query={quarters}>{(list) => <Begin hasQuarter={list.length > 0} />}</QueryState>;
}

function Begin({ hasQuarter }: { readonly hasQuarter: boolean }) {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  // Of the moment the page was opened: saving makes a quarter, and may have to be tried again.
  const [isTooLate] = useState(hasQuarter);
  if (!canWrite || isTooLate)
    return (
      <>
        <PageHeader title={t('FINANCE.BEGIN.TITLE')} />
        <Alert color="gray">
          {t(canWrite ? 'FINANCE.BEGIN.BEGUN' : 'FINANCE.READ_ONLY')}{' '}
          <Anchor component={Link} to="/fibado/dashboard" size="sm" underline="always">
            {t('FINANCE.BEGIN.TO_DASHBOARD')}
          </Anchor>
        </Alert>
      </>
    );
  return <Wizard />;
}

function Wizard() {
  const { t } = useTranslation();
  const begin = useBegin();
  const form = useRef<HTMLFormElement>(null);
  const { step, stepNumber } = begin;
  const isLast = stepNumber === STEPS.length;
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo({ top: 0 });
    // The next thing to fill in; a phone's keyboard opens with the tap that led here.
    form.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, [step]);
  return (
    <Stack maw="56rem" mx="auto" gap="md">
      <div>
        <Text size="sm" c="dimmed">
          {t('FINANCE.BEGIN.STEP', { n: stepNumber, of: STEPS.length })}
        </Text>
        {/* The words above say the same. */}
        <Progress.Root size="sm" my="xs" aria-hidden>
          <Progress.Section value={(stepNumber / STEPS.length) * 100} withAria={false} />
        </Progress.Root>
        <PageHeader title={t(`FINANCE.BEGIN.${step}.TITLE`)} description={t(`FINANCE.BEGIN.${step}.TEXT`)} />
      </div>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (begin.next()) setTimeout(() => showFirstWrong(form.current));
        }}
      >
        {step === 'BANKS' && <BanksStep begin={begin} />}
        {step === 'ACCOUNTS' && <AccountsStep begin={begin} />}
        {step === 'ITEMS' && <ItemsStep begin={begin} />}
        <Group justify="space-between" mt="lg">
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={begin.back}
            disabled={stepNumber === 1 || begin.isSaving}
          >
            {t('FINANCE.BEGIN.BACK')}
          </Button>
          <Button
            type="submit"
            loading={begin.isSaving}
            rightSection={
              isLast ? <IconSparkles size={16} aria-hidden /> : <IconArrowRight size={16} aria-hidden />
            }
          >
            {t(isLast ? 'FINANCE.BEGIN.COMPUTE' : 'FINANCE.BEGIN.NEXT')}
          </Button>
        </Group>
      </form>
    </Stack>
  );
}
