import { renderHook, waitFor } from '@testing-library/react';
import { useAfterPaint } from './after-paint';

it('keeps the value before until the new one has been painted', async () => {
  const { result, rerender } = renderHook(({ value }) => useAfterPaint(value), {
    initialProps: { value: 1 },
  });
  rerender({ value: 2 });
  expect(result.current).toBe(1);
  rerender({ value: 3 });
  expect(result.current).toBe(1);
  await waitFor(() => expect(result.current).toBe(3));
});
