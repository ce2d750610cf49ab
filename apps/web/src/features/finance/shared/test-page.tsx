import type { Role } from '@fibado/contracts';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { answering, type Answer } from '../../../../test/http';
import { aSession } from '../../../../test/sessions';
import { alertError } from '../../../components/confirm';
import { toastDone, toastError } from '../../../components/toasts';
import { createQueryClient } from '../../../lib/query';
import { storedSession } from '../../../lib/stored-session';
import { testData, testHousehold } from './test-household';

// A whole page takes its time to draw on a busy machine.
configure({ asyncUtilTimeout: 8000 });

/** The reads every finance page begins with, answered with the test household's quarter. */
export const householdAnswers: Record<string, Answer> = {
  'GET /api/finance/banks/get': { body: testHousehold.banks },
  'GET /api/finance/accountGroups/get': { body: testHousehold.accountGroups },
  'GET /api/finance/accounts/get': { body: testHousehold.accounts },
  'GET /api/finance/settings/get': { body: testHousehold.settings },
  'GET /api/finance/term-offers/get': { body: [] },
  'GET /api/finance/lots/get': { body: [] },
  'GET /api/finance/goals/get': { body: [] },
  'GET /api/finance/quarters/list': {
    body: [{ date: '2027-01-01', state: 'INITIALIZED', accounts: 2, operations: 2 }],
  },
  'GET /api/finance/quarters/get-quarter/2027-01-01': { body: testData.quarter },
  'GET /api/finance/operations/get/2027-01-01': { body: testData.operations },
};

/** Draws one page at an address as the application does, over an API of fixed answers; tells what was asked. A writer looks at it. */
export function showPage(
  Component: ComponentType,
  address: string,
  pattern: string,
  answers: Record<string, Answer> = {},
  roles: readonly Role[] = ['FBDO_FIBADO'],
) {
  storedSession.authenticate(aSession({ roles: [...roles] }));
  const asked = answering({ ...householdAnswers, ...answers });
  const router = createMemoryRouter(
    [
      { path: pattern, element: <Component /> },
      { path: '*', element: <h1>elsewhere</h1> },
    ],
    { initialEntries: [address] },
  );
  const client = createQueryClient({ alert: alertError, toast: toastError, done: () => toastDone() });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <ModalsProvider>
          <Notifications />
          <RouterProvider router={router} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { asked, router };
}

/** An amount as an assertion on text sees it: with plain blanks. */
export const asText = (money: string): string => money.replaceAll('\u00a0', ' ');
