import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import type { Answer } from './call.ts'
import type { Topic } from './topic.ts'
import { useRead } from './use-read.ts'

const name = 'GET /console/api/w/{orgId}/start'
export type FirstSteps = Answer<typeof name>

const rare: readonly Topic[] = ['channels', 'warehouses', 'audit']
const flowing: readonly Topic[] = ['deliveries', 'rejections', 'signals', 'sources']

/** How far a workspace is with its first steps. Every page asks: with a first signal it follows no traffic any more. */
export function useFirstSteps(orgId: string): UseQueryResult<FirstSteps, Error> {
  const input = { params: { orgId } }
  const known = useQueryClient().getQueryData<FirstSteps>([name, input])
  const hasSignal = known?.steps.some(({ step, doneAt }) => step === 'signal' && doneAt !== null) === true
  return useRead(name, input, { topics: hasSignal ? rare : [...rare, ...flowing] })
}
