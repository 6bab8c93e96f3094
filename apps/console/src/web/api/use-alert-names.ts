import { useRead } from './use-read.ts'

/** The names of a workspace's channels by their ids; empty until they are known. */
export function useChannelNames(orgId: string): ReadonlyMap<string, string> {
  const { data } = useRead(
    'GET /console/api/w/{orgId}/channels',
    { params: { orgId } },
    { topics: ['audit'] },
  )
  return new Map(data?.items.map(({ channelId, name }) => [channelId, name]))
}

/** The names of a workspace's rules by their ids, in the order of evaluation. */
export function useRuleNames(orgId: string): ReadonlyMap<string, string> {
  const { data } = useRead('GET /console/api/w/{orgId}/rules', { params: { orgId } }, { topics: ['audit'] })
  return new Map(data?.items.map(({ ruleId, name }) => [ruleId, name]))
}
