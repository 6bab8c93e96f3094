import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import type { Answer } from './call.ts'
import type { Topic } from './topic.ts'
import { useRead } from './use-read.ts'

const name = 'GET /console/api/w/{orgId}/start'
export type FirstSteps = Answer<typeof name>

const moving: readonly Topic[] = [
  ...(['deliveries', 'rejections', 'signals', 'sources', 'channels', 'warehouses', 'audit'] as const),
]

/** How far a workspace is with its first steps. Once all are done nothing more is followed. */
export function useFirstSteps(orgId: string): UseQueryResult<FirstSteps, Error> {
  const input = { params: { orgId } }
  const known = useQueryClient().getQueryData<FirstSteps>([name, input])
  const isDone = known?.steps.every(({ doneAt }) => doneAt !== null) === true
  return useRead(name, input, { topics: isDone ? [] : moving })
}
