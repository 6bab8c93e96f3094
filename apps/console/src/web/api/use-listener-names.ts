import { useRead } from './use-read.ts'

/** The names of a workspace's listeners by their ids; empty until they are known. */
export function useListenerNames(orgId: string): ReadonlyMap<string, string> {
  const { data } = useRead(
    'GET /console/api/w/{orgId}/listeners',
    { params: { orgId }, query: { limit: '100' } },
    { topics: ['audit'], whole: true },
  )
  return new Map(data?.items.map(({ id, name }) => [id, name]))
}
