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

/** The names of those whom records name as users, by their ids: people, and API keys that act for none. Empty until they are known. */
export function useUserNames(orgId: string): ReadonlyMap<string, string> {
  const people = usePeopleNames(orgId)
  const { data } = useRead(
    'GET /console/api/w/{orgId}/keys',
    { params: { orgId }, query: { limit: '100' } },
    { topics: ['audit'], whole: true },
  )
  const keys = (data?.items ?? []).flatMap(({ keyId, memberId, name }): [string, string][] =>
    memberId === `usr_${keyId}` && name !== null ? [[memberId, `API key ${name}`]] : [],
  )
  return people.size === 0 ? people : new Map([...people, ...keys])
}
