import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, type CallInput, call } from '../../api/call.ts'

const operation = 'PATCH /console/api/w/{orgId}/signals/{id}'
const list = 'GET /console/api/w/{orgId}/signals'

type Body = NonNullable<CallInput<typeof operation>['body']>
export type Signal = Answer<typeof operation>
type Change = { ids: readonly string[]; body: Body }

/** Changes signals. Lists show the change at once, and again what is stored when the server has answered. */
export function useChangeSignal(orgId: string, personId: string): UseMutationResult<Signal[], Error, Change> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ ids, body }: Change) =>
      Promise.all(ids.map((id) => call(operation, { params: { orgId, id }, body }))),
    onMutate: async ({ ids, body }) => {
      await client.cancelQueries({ queryKey: [list] })
      client.setQueriesData<Answer<typeof list>>(
        { queryKey: [list] },
        (page) =>
          page && {
            ...page,
            items: page.items.map((signal) =>
              ids.includes(signal.id) ? expected(signal, body, personId) : signal,
            ),
          },
      )
    },
    onSettled: () => client.invalidateQueries(),
  })
}

function expected(signal: Signal, { assignedTo, verdict, acknowledged }: Body, by: string): Signal {
  const at = new Date().toISOString()
  const { assignedTo: _assignee, feedback: _feedback, ...others } = signal
  if (assignedTo !== undefined) {
    const rest = { ...others, ...(signal.feedback && { feedback: signal.feedback }) }
    return assignedTo === null ? rest : { ...rest, assignedTo: { userId: assignedTo, at, by } }
  }
  if (verdict !== undefined) {
    const rest = { ...others, ...(signal.assignedTo && { assignedTo: signal.assignedTo }) }
    return verdict === 'none' ? rest : { ...rest, feedback: { verdict, at } }
  }
  if (acknowledged === true) return { ...signal, acknowledgedAt: signal.acknowledgedAt ?? at }
  return { ...signal, readAt: signal.readAt ?? at }
}
