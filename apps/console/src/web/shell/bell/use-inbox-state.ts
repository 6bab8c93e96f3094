import type { UseQueryResult } from '@tanstack/react-query'
import type { Answer } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'

export type InboxState = Answer<'GET /console/api/w/{orgId}/inbox/state'>

/** What the bell shows, also while another tab is in front if this browser shows notifications. */
export function useInboxState(
  orgId: string,
  { inBackground = false } = {},
): UseQueryResult<InboxState, Error> {
  return useRead(
    'GET /console/api/w/{orgId}/inbox/state',
    { params: { orgId } },
    { topics: ['inbox'], inBackground },
  )
}
