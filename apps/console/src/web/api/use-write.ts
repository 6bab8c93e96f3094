import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, type CallInput, call, type WriteName } from './call.ts'

/** Does an operation that changes something, then reads again whatever is shown. */
export function useWrite<Name extends WriteName>(
  name: Name,
): UseMutationResult<Answer<Name>, Error, CallInput<Name>> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<Name>) => call(name, input),
    onSuccess: () => client.invalidateQueries(),
  })
}
