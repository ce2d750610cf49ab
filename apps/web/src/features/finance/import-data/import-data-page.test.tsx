import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { ids } from '../shared/test-household';
import { showPage } from '../shared/test-page';
import { Component } from './import-data-page';

/** A browser's request whose progress is told by hand: the network is what these tests replace. */
class SlowRequest {
  static last: SlowRequest | undefined;
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = {
    onprogress: null,
  };
  onload: (() => void) | null = null;
  status = 0;
  response: ArrayBuffer = new ArrayBuffer(0);
  open(): void {
    SlowRequest.last = this;
  }
  setRequestHeader(): void {}
  getAllResponseHeaders = () => 'content-type: application/json';
  send(): void {}
  answer(status: number, body: object): void {
    this.status = status;
    this.response = new TextEncoder().encode(JSON.stringify(body)).buffer;
    this.onload?.();
  }
}

const real = globalThis.XMLHttpRequest;
beforeAll(async () => {
  await startTexts('it');
  globalThis.XMLHttpRequest = SlowRequest as unknown as typeof XMLHttpRequest;
});
afterAll(() => {
  globalThis.XMLHttpRequest = real;
});

it('says how much of the file has gone out, then that it is being read, then why it could not be', async () => {
  showPage(Component, `/fibado/import-data?quarter=2027-01-01&account=${ids.main}`, '/fibado/import-data', {
    'GET /api/finance/imports/history?page=0&size=10': { body: { items: [], total: 0 } },
  });
  await screen.findAllByText(/Trascina/);
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no field for a file');
  await userEvent.upload(input, new File(['x'.repeat(1000)], 'estratto.csv', { type: 'text/csv' }));
  expect(await screen.findByText('Lettura di estratto.csv…')).toBeInTheDocument();
  act(() => SlowRequest.last?.upload.onprogress?.({ loaded: 420, total: 1000 }));
  expect(screen.getByText('Invio di estratto.csv: 42 %')).toBeInTheDocument();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '42');
  act(() => SlowRequest.last?.upload.onprogress?.({ loaded: 1000, total: 1000 }));
  expect(screen.getByText('Lettura di estratto.csv…')).toBeInTheDocument();
  act(() => SlowRequest.last?.answer(400, { error: 'FILE_EMPTY', params: [] }));
  expect(await screen.findByText('estratto.csv non si può importare')).toBeInTheDocument();
});
