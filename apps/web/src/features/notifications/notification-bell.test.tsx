import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { useTexts as startTexts } from '../../../test/texts';
import { NotificationBell } from './notification-bell';
import type { NotificationsState } from './use-notifications';

beforeAll(() => startTexts('it'));

it('the bell counts on the icon of the installed application, and no longer than one is signed in', () => {
  const badges: number[] = [];
  Object.assign(navigator, {
    setAppBadge: (count: number) => {
      badges.push(count);
      return Promise.resolve();
    },
  });
  const state = (unread: number): NotificationsState => ({
    status: 'CONNECTED',
    unread,
    countDown: () => undefined,
    countNone: () => undefined,
    disconnect: () => undefined,
  });
  const bell = (unread: number) => (
    <MantineProvider>
      <NotificationBell notifications={state(unread)} />
    </MantineProvider>
  );
  const { rerender, unmount } = render(bell(3));
  rerender(bell(2));
  unmount();
  expect(badges).toEqual([3, 2, 0]);
});
