import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { type Answer, type CallInput, call } from '../../api/call.ts'
import type { KindValues, Offered } from '../../parts/controls/kind-fields.tsx'
import { useSettled } from '../../parts/controls/use-settled.ts'
import { FormContext } from '../../parts/form/faults.ts'
import { Stranger } from '../../parts/values/stranger.tsx'

const operation = 'POST /console/api/w/{orgId}/channel-checks'
type Body = NonNullable<CallInput<typeof operation>['body']>
type Kind = Answer<'GET /console/api/channel-kinds'>['items'][number]
type Finding = UseQueryResult<Answer<typeof operation>>

/**
 * Asks the service of a channel once its secret is typed, or by the secret of the stored channel `channelId`, and again for a
 * chosen setting.
 */
export function useChannelCheck(
  orgId: string,
  kind: Kind | undefined,
  values: KindValues,
  channelId?: string,
): { finding: Finding; offered: Offered | undefined } {
  const { needs = '', offers = null } = kind?.check ?? {}
  const secret = useSettled(values[needs] ?? '')
  const chosen = useSettled((offers !== null && values[offers]) || '')
  const isKnown = kind?.check != null && (secret !== '' || channelId !== undefined)
  const ask = {
    ...(channelId === undefined ? { kind: kind?.kind ?? '' } : { channelId }),
    ...(secret !== '' && { secrets: { [needs]: secret } }),
  }
  const first = useFinding(orgId, ask, isKnown)
  const settings = { [offers ?? '']: chosen }
  const second = useFinding(orgId, { ...ask, settings }, isKnown && chosen !== '')
  return {
    finding: chosen === '' ? first : second,
    offered:
      offers === null
        ? undefined
        : {
            member: offers,
            items: first.data?.choices?.items ?? [],
            isWhole: first.data?.choices?.isWhole ?? true,
          },
  }
}

function useFinding(orgId: string, body: Body, enabled: boolean): Finding {
  return useQuery({
    queryKey: [operation, orgId, body],
    queryFn: ({ signal }) => call(operation, { params: { orgId }, body }, { signal }),
    enabled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // Its key has a secret.
    gcTime: 0,
  })
}

/** What the service says, beside the fields. */
export function ChannelFinding({ title, finding }: { title: string; finding: Finding }): ReactNode {
  const { data, error, isFetching } = finding
  const said = use(FormContext)?.faults.map(({ message }) => message) ?? []
  // The field says it already.
  if (error instanceof ApiError && error.faults.some(({ message }) => said.includes(message))) return null
  const isBad = data?.isGood === false || error !== null
  return (
    <p role="status" className={isBad ? 'error-text' : 'hint'}>
      {isFetching ? `Asking ${title}…` : data !== undefined ? <Stranger text={data.text} /> : sayError(error)}
    </p>
  )
}

function sayError(error: Error | null): string {
  if (error === null) return ''
  const faults = error instanceof ApiError ? error.faults.map(({ message }) => message) : []
  return `It was not checked${faults.length === 0 ? '. Change it to check again.' : `: ${faults.join('; ')}.`}`
}
