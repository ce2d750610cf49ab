import { useMutation, useQueryClient } from '@tanstack/react-query';

/** What a form in a dialog does when it is sent: writes, has the list read again, and says it is done. */
export function useDialogSave<Body, Answer>(
  key: readonly unknown[],
  save: (body: Body) => Promise<Answer>,
  onDone: (answer: Answer, body: Body) => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: async (answer, body) => {
      await queryClient.invalidateQueries({ queryKey: key });
      onDone(answer, body);
    },
    meta: { confirm: true, inline: true },
  });
}
