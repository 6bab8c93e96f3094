import { useRead } from './use-read.ts'

/** The names of a workspace's sources by their ids; empty until they are known. */
export function useSourceNames(orgId: string): ReadonlyMap<string, string> {
  const { data } = useRead('GET /console/api/w/{orgId}/sources', { params: { orgId } }, { topics: ['audit'] })
  return new Map(data?.items.map(({ sourceId, name }) => [sourceId, name]))
}
