import { namePlatform } from '@signalpost/domain/text'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { format } from '../../parts/data/sum-bar.tsx'
import { sumByDay } from '../../parts/data/sum-by-day.ts'
import { Table } from '../../parts/data/table.tsx'
import { TimeBars } from '../../parts/data/time-bars.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { readTitle } from '../../text/read-title.ts'
import type { Find, Listener } from './listener-type.ts'

type Own = NonNullable<Listener['own']>

/** The searches of a listener, each with how it goes. */
export function Searches({ searches }: Pick<Own, 'searches'>): ReactNode {
  if (searches.length === 0) return <p className="quiet">Its searches appear after its first run.</p>
  return (
    <Table
      caption="Its searches"
      rows={searches}
      keyOf={({ searchId }) => searchId}
      columns={[
        { title: 'Query', isWide: true, cell: ({ query }) => <Stranger text={query} /> },
        { title: 'Platform', cell: ({ platform }) => namePlatform(platform) },
        { title: 'Searched', align: 'end', cell: ({ searchedAt }) => <Moment at={searchedAt} /> },
        {
          title: 'Waits until',
          align: 'end',
          isMinor: true,
          cell: ({ blockedUntil }) =>
            blockedUntil === null ? (
              <span className="quiet">no</span>
            ) : (
              <Moment at={blockedUntil} mayBeAhead />
            ),
        },
        {
          title: 'Problem',
          isMinor: true,
          cell: ({ lastError, skippedPosts, lastSkipped }) => {
            const skipped =
              skippedPosts === 0 ? null : `${format(skippedPosts)} posts skipped. The last is ${lastSkipped}.`
            const problem = lastError ?? skipped
            return problem === null ? <span className="quiet">none</span> : <Stranger text={problem} />
          },
        },
      ]}
    />
  )
}

const shownDays = 14

/** How much it kept and dropped on each of the last days. */
export function ReadByDay({ hours }: Pick<Own, 'hours'>): ReactNode {
  if (hours.length === 0) return null
  const nowMs = Date.now()
  const bars = hours.map(({ at, kept, dropped }) => ({
    at,
    parts: [
      { name: 'Kept', tone: 'good', count: kept },
      { name: 'Dropped', tone: 'plain', count: dropped },
    ],
  }))
  const since = new Date(nowMs - shownDays * 86_400_000).toISOString()
  return (
    <section className="card">
      <TimeBars title="Posts it read by day" unit="day" bars={sumByDay(bars, { since, nowMs })} />
    </section>
  )
}

/** The last items that it met, kept or not, and why. */
export function Finds({ orgId, id, counts }: { orgId: string; id: string; counts: Own['finds'] }): ReactNode {
  const finds = useRead(
    'GET /console/api/w/{orgId}/listeners/{id}/finds',
    { params: { orgId, id } },
    { topics: ['signals'] },
  )
  const sums = Object.entries(counts).map(
    ([state, count]) => `${format(count)} ${state.replaceAll('_', ' ')}`,
  )
  return (
    <Answer of={finds} what="what it found">
      {({ items }) =>
        items.length === 0 ? (
          <p className="quiet">It has read no posts yet.</p>
        ) : (
          <>
            <p className="quiet">{sums.join(', ')}</p>
            <Table
              caption="The latest posts it read"
              rows={items}
              keyOf={({ signalId }) => signalId}
              columns={[
                {
                  title: 'Item',
                  isWide: true,
                  cell: ({ signalId, title, platform }) =>
                    title === null ? (
                      <span className="quiet">a post on {namePlatform(platform)}</span>
                    ) : (
                      <Link to={`/w/${orgId}/signals/${encodeURIComponent(signalId)}`}>
                        <Stranger text={readTitle(title)} />
                      </Link>
                    ),
                },
                { title: 'Outcome', cell: ({ state }) => <Status value={state} /> },
                {
                  title: 'Why',
                  isMinor: true,
                  cell: ({ reason }) =>
                    reason === null ? (
                      <span className="quiet">it is relevant</span>
                    ) : (
                      <Stranger text={reason.replaceAll('_', ' ')} />
                    ),
                },
                { title: 'Score', align: 'end', cell: describeScore },
                {
                  title: 'When',
                  align: 'end',
                  isMinor: true,
                  cell: ({ firstSeenAt }) => <Moment at={firstSeenAt} />,
                },
              ]}
            />
          </>
        )
      }
    </Answer>
  )
}

/** The stored score, and what it would be by verdicts where that differs. */
function describeScore({ score, scoreNow, demandNow }: Find): ReactNode {
  if (score === null || scoreNow === null || (scoreNow === score && demandNow === 0)) return score ?? ''
  return (
    <>
      {score} <span className="visually-hidden">by verdicts</span> → {scoreNow}
      {demandNow > 0 && <span className="quiet"> bar +{demandNow}</span>}
    </>
  )
}
