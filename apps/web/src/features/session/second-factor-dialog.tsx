import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { secondFactors, sessionEndpoints } from '@fibado/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { SecondFactorForm } from '../../components/second-factor-form';
import { QueryState } from '../../components/states';
import type { Challenge } from '../../lib/challenges';
import { client } from '../../lib/client';

const PROFILE = '/account/dashboard';

/** The tenant asks for a second factor: it is given here, or added in the profile where there is none yet. */
export default function SecondFactorDialog({ challenge }: { readonly challenge: Challenge }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isProfile = useLocation().pathname === PROFILE;
  const query = useQuery({
    queryKey: ['account', 'second-factor-challenge'],
    queryFn: () => client.call(secondFactors.challenge),
    gcTime: 0,
    staleTime: Infinity,
    meta: { inline: true },
  });
  const isMissing = query.data?.methods.length === 0;
  // Where it is added nothing covers the page; what else was asked for there stays refused.
  const isHidden = isProfile && (isMissing || !query.data);
  useEffect(() => {
    if (isProfile && isMissing) challenge.settle(false);
  }, [isProfile, isMissing, challenge]);
  return (
    <Modal
      opened={!isHidden}
      onClose={() => challenge.settle(false)}
      title={t('SECOND_FACTOR.TITLE')}
      zIndex={410}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <QueryState query={query}>
        {(asked) =>
          asked.methods.length === 0 ? (
            <Stack>
              <Text size="sm">{t('SECOND_FACTOR.REQUIRED')}</Text>
              <Group justify="flex-end">
                <Button
                  onClick={() => {
                    challenge.settle(false);
                    void navigate(PROFILE);
                  }}
                >
                  {t('SECOND_FACTOR.GO_TO_PROFILE')}
                </Button>
              </Group>
            </Stack>
          ) : (
            <SecondFactorForm
              challenge={asked}
              onProof={async (proof) => {
                await client.call(sessionEndpoints.stepUp, { body: proof });
                challenge.settle(true);
              }}
            />
          )
        }
      </QueryState>
    </Modal>
  );
}
