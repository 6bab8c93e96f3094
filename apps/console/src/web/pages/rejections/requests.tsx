import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { explain } from './explain.ts'

const shown = 5

type Props = {
  orgId: string
  /** Undefined: of all sources, each request with the name of its own. */
  source: string | undefined
  since: string
  nameOf: (sourceId: string) => string
}

/** The newest requests since a moment, as they come: accepted, or refused and why. Nothing of the requests is kept. */
export function Requests({ orgId, source, since, nameOf }: Props): ReactNode {
  const params = { orgId }
  const accepted = useRead(
    'GET /console/api/w/{orgId}/deliveries',
    { params, query: { source, since, limit: String(shown) } },
    { topics: ['deliveries'] },
  )
  const refused = useRead(
    'GET /console/api/w/{orgId}/rejections',
    { params, query: { source } },
    { topics: ['rejections'] },
  )
  const seen = [
    ...(refused.data?.items ?? [])
      .filter(({ at }) => at >= since)
      .map((rejection) => ({
        ...{ at: rejection.at, sourceId: rejection.sourceId, status: 'refused' },
        ...{ what: explain(rejection, nameOf), advice: rejection.advice },
      })),
    ...(accepted.data?.items ?? []).map(({ receivedAt, sourceId, eventId }) => ({
      ...{ at: receivedAt, sourceId, status: 'accepted', what: eventId, advice: null },
    })),
  ]
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, shown)
  if (seen.length === 0) return <p className="quiet">Nothing yet. Let the sender try now.</p>
  return (
    <ul className="watched" aria-label="Requests">
      {seen.map(({ at, sourceId, status, what, advice }) => (
        <li key={`${at} ${status} ${what}`}>
          <Status value={status} /> <Stranger text={what} />{' '}
          <span className="quiet">
            {source === undefined && (
              <>
                at <Stranger text={nameOf(sourceId)} />,{' '}
              </>
            )}
            <Moment at={at} />
          </span>
          {advice !== null && (
            <p className="quiet">
              Advice for the sender: <Stranger text={advice} />
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
