import { type ReactNode, useEffect, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'

type Rejection = Answer<'GET /console/api/w/{orgId}/rejections'>['items'][number]
type Props = {
  orgId: string
  source: string | undefined
  refused: readonly Rejection[]
  nameOf: (sourceId: string) => string
}

const watchedMs = 10 * 60_000
const shown = 5

/** Shows for 10 minutes what comes in from now on: accepted, or refused and why. Nothing of the requests is kept. */
export function WatchNext({ orgId, source, refused, nameOf }: Props): ReactNode {
  const [since, setSince] = useState<string>()
  useEffect(() => {
    if (since === undefined) return undefined
    const timer = setTimeout(() => setSince(undefined), watchedMs)
    return () => clearTimeout(timer)
  }, [since])
  if (since === undefined) {
    return (
      <p>
        <button type="button" className="button" onClick={() => setSince(new Date().toISOString())}>
          Watch the next request
        </button>
      </p>
    )
  }
  return (
    <section className="card" aria-labelledby="watching" aria-live="polite">
      <header className="section-head">
        <h2 id="watching">Watching for 10 minutes</h2>
        <button type="button" className="button" onClick={() => setSince(undefined)}>
          Stop
        </button>
      </header>
      <Seen
        orgId={orgId}
        source={source}
        since={since}
        refused={refused.filter(({ at }) => at >= since)}
        nameOf={nameOf}
      />
    </section>
  )
}

type SeenProps = Props & { since: string }

function Seen({ orgId, source, since, refused, nameOf }: SeenProps): ReactNode {
  const accepted = useRead(
    'GET /console/api/w/{orgId}/deliveries',
    { params: { orgId }, query: { source, since, limit: String(shown) } },
    { topics: ['deliveries'] },
  )
  const seen = [
    ...refused.map(({ at, sourceId, explanation }) => ({
      at,
      sourceId,
      status: 'refused',
      what: explanation,
    })),
    ...(accepted.data?.items ?? []).map(({ receivedAt, sourceId, eventId }) => ({
      ...{ at: receivedAt, sourceId, status: 'accepted', what: eventId },
    })),
  ]
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, shown)
  if (seen.length === 0) return <p className="quiet">Nothing yet. Let the sender try now.</p>
  return (
    <ul className="watched">
      {seen.map(({ at, sourceId, status, what }) => (
        <li key={`${at} ${status} ${what}`}>
          <Status value={status} /> <Stranger text={what} />{' '}
          <span className="quiet">
            at <Stranger text={nameOf(sourceId)} />, <Moment at={at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
