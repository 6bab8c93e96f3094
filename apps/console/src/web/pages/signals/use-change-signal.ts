import { hasCome } from '@signalpost/domain/text'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { type Answer, type CallInput, call } from '../../api/call.ts'

const operation = 'PATCH /console/api/w/{orgId}/signals/{id}'
const list = 'GET /console/api/w/{orgId}/signals'
const one = 'GET /console/api/w/{orgId}/signals/{id}'

type Body = NonNullable<CallInput<typeof operation>['body']>
export type Signal = Answer<typeof operation>
export type Change = { ids: readonly string[]; body: Body; keepalive?: boolean }
/** What was not changed, by ids. */
type Refused = ReadonlyMap<string, Error>

/** Changes signals. Pages show the change at once, and again what is stored when the server has answered. */
export function useChangeSignal(orgId: string, personId: string): (change: Change) => Promise<Refused> {
  const client = useQueryClient()
  const underWay = useRef(0)
  return useCallback(
    async ({ ids, body, keepalive = false }) => {
      underWay.current += 1
      const show = (signal: Signal): Signal =>
        ids.includes(signal.id) ? withChange(signal, body, personId) : signal
      await Promise.all([list, one].map((name) => client.cancelQueries({ queryKey: [name] })))
      client.setQueriesData<Answer<typeof list>>(
        { queryKey: [list] },
        (page) => page && { ...page, items: page.items.map(show) },
      )
      client.setQueriesData<Answer<typeof one>>(
        { queryKey: [one] },
        (page) => page && { ...page, signal: show(page.signal) },
      )
      const refused = new Map<string, Error>()
      const change = (id: string) => call(operation, { params: { orgId, id }, body }, { keepalive })
      await Promise.all(ids.map((id) => change(id).catch((error: Error) => void refused.set(id, error))))
      underWay.current -= 1
      // The pages are read again once for all changes of a row of keys.
      if (underWay.current === 0) void client.invalidateQueries()
      return refused
    },
    [client, orgId, personId],
  )
}

/** How a signal is after a change. */
export function withChange(signal: Signal, { assignedTo, verdict, acknowledged }: Body, by: string): Signal {
  const nowMs = Date.now()
  const at = new Date(nowMs).toISOString()
  const earlier = (moment: string | undefined): string => (hasCome(moment, nowMs) ? moment : at)
  const { assignedTo: _assignee, feedback: _feedback, ...others } = signal
  if (assignedTo !== undefined) {
    const rest = { ...others, ...(signal.feedback && { feedback: signal.feedback }) }
    return assignedTo === null ? rest : { ...rest, assignedTo: { userId: assignedTo, at, by } }
  }
  if (verdict !== undefined) {
    const rest = { ...others, ...(signal.assignedTo && { assignedTo: signal.assignedTo }) }
    return verdict === 'none' ? rest : { ...rest, feedback: { verdict, at } }
  }
  if (acknowledged === true) return { ...signal, acknowledgedAt: earlier(signal.acknowledgedAt) }
  return { ...signal, readAt: earlier(signal.readAt) }
}
