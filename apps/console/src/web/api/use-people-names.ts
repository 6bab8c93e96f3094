import { namePeople } from '../text/name-of.ts'
import { useRead } from './use-read.ts'

/** The names of the people of a workspace by their ids; empty until they are known. */
export function usePeopleNames(orgId: string): ReadonlyMap<string, string> {
  const { data } = useRead(
    'GET /console/api/w/{orgId}/people',
    { params: { orgId }, query: { limit: '100' } },
    { topics: ['audit'], whole: true },
  )
  return namePeople(data?.items ?? [])
}
