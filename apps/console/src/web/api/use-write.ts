import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, type CallInput, call, type WriteName } from './call.ts'

/**
 * Does an operation that changes something, then reads again whatever is shown. An operation that removes what its page
 * shows leaves the page first: reading it again would only find that it is gone.
 */
export function useWrite<Name extends WriteName>(
  name: Name,
  leave?: () => Promise<void>,
): UseMutationResult<Answer<Name>, Error, CallInput<Name>> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<Name>) => call(name, input),
    onSuccess: async () => {
      await leave?.()
      await client.invalidateQueries()
    },
  })
}
