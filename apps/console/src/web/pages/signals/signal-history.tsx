import { hasCome, namePlatform } from '@signalpost/domain/text'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer } from '../../api/call.ts'
import { useUserNames } from '../../api/use-people-names.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { nameOfUser } from '../../text/name-of.ts'
import { readTitle } from '../../text/read-title.ts'

type Shown = Answer<'GET /console/api/w/{orgId}/signals/{id}'>
type Props = { orgId: string } & Pick<Shown, 'signal' | 'listenerName' | 'deals' | 'notes'>
type Entry = { at: string; key: string; what: ReactNode }

/** What people and alerts made of a signal, the oldest first. Each register says its latest state alone. */
export function SignalHistory({ orgId, signal, listenerName, deals, notes }: Props): ReactNode {
  const people = useUserNames(orgId)
  const name = (personId: string): ReactNode => <Stranger text={nameOfUser(people, personId)} />
  const { assignedTo, feedback, readAt, acknowledgedAt, alertedAt, postedAt, firstSeenAt } = signal
  const nowMs = Date.now()
  const posted = { at: postedAt, key: 'posted', what: `Posted on ${namePlatform(signal.source)}` }
  const entries: (Entry | undefined)[] = [
    {
      at: firstSeenAt,
      key: 'found',
      what: (
        <>
          Found by <Stranger text={listenerName ?? 'a listener of the sender'} />
        </>
      ),
    },
    !hasCome(alertedAt, nowMs) ? undefined : { at: alertedAt, key: 'alerted', what: 'First alert sent' },
    !hasCome(readAt, nowMs) ? undefined : { at: readAt, key: 'read', what: 'First read' },
    !hasCome(acknowledgedAt, nowMs)
      ? undefined
      : { at: acknowledgedAt, key: 'acknowledged', what: 'Acknowledged' },
    assignedTo === undefined
      ? undefined
      : { at: assignedTo.at, key: 'assigned', what: <>Assigned to {name(assignedTo.userId)}</> },
    feedback === undefined
      ? undefined
      : { at: feedback.at, key: 'judged', what: `Marked as ${feedback.verdict}` },
    ...notes.map(({ id, createdAt, createdBy }) => ({
      ...{ at: createdAt, key: id },
      what: <>{name(createdBy)} wrote a note</>,
    })),
    ...deals.map(({ id, createdAt, name: title, stage }) => ({
      ...{ at: createdAt, key: id },
      what: (
        <>
          Became the deal{' '}
          <Link to={`/w/${orgId}/pipeline/${encodeURIComponent(id)}`}>
            <Stranger text={readTitle(title)} />
          </Link>
          , now {stage.replaceAll('_', ' ')}
        </>
      ),
    })),
  ]
  const later = entries
    .filter((entry) => entry !== undefined)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  return (
    <section className="card" aria-label="History">
      <h2>History</h2>
      <ol className="lines history">
        {/* Its time and the others are of different clocks; it is the first all the same. */}
        {[posted, ...later].map(({ at, key, what }) => (
          <li key={key} className="line">
            <span>{what}</span>
            <Moment at={at} />
          </li>
        ))}
      </ol>
      <p>
        <Link to={`/w/${orgId}/signals/${encodeURIComponent(signal.id)}/timeline`}>
          Each step, with its proof
        </Link>
      </p>
    </section>
  )
}
