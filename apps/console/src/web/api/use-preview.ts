import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSettled } from '../parts/controls/use-settled.ts'
import { ApiError } from './api-error.ts'
import { type Answer, type CallInput, call, type WriteName } from './call.ts'

/**
 * Asks what the input of a form would do. It follows the form, a moment after the last key, and shows the answer before until
 * the next one is there. `asked` is the input that was answered.
 */
export function usePreview<Name extends WriteName>(
  name: Name,
  input: CallInput<Name>,
  { hasSecrets = false }: { hasSecrets?: boolean } = {},
): UseQueryResult<{ answer: Answer<Name>; asked: CallInput<Name> }, Error> {
  const settled = useSettled(JSON.stringify(input))
  return useQuery({
    queryKey: [name, settled],
    queryFn: async ({ signal }) => {
      // The cast: the text is an input.
      const asked = JSON.parse(settled) as CallInput<Name>
      return { answer: await call(name, asked, { signal }), asked }
    },
    placeholderData: keepPreviousData,
    retry: (count, error) => count < 1 && error instanceof ApiError && error.isPassing,
    // Its key is the input.
    ...(hasSecrets && { gcTime: 0 }),
  })
}
