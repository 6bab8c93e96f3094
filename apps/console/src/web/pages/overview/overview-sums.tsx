import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { useUserNames } from '../../api/use-people-names.ts'
import { Segments } from '../../parts/controls/segments.tsx'
import { format, type Part, SumBar } from '../../parts/data/sum-bar.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { nameOfUser } from '../../text/name-of.ts'
import { deliveryTones } from './delivery-tones.ts'

type Overview = Answer<'GET /console/api/w/{orgId}/overview'>

const periods = [
  { value: '1h', title: '1 hour' },
  { value: '24h', title: '24 hours' },
  { value: '7d', title: '7 days' },
] as const
type Period = (typeof periods)[number]['value']

/** The sums of what came in, what was sent and what each warehouse has. Each adds up to the row. */
export function Sums({ orgId, overview }: { orgId: string; overview: Overview }): ReactNode {
  const [period, setPeriod] = useState<Period>('24h')
  return (
    <section className="sums" aria-labelledby="sums">
      <header className="section-head">
        <h2 id="sums">It adds up</h2>
        <Segments label="Period" value={period} choices={periods} onChange={setPeriod} />
      </header>
      <div className="cards">
        <article className="card">
          <h3>Deliveries</h3>
          <Deliveries orgId={orgId} period={period} count={overview.ledger[period]} />
        </article>
        <article className="card">
          <h3>Alerts</h3>
          <Alerts count={overview.alerts[period]} />
        </article>
        <Taking orgId={orgId} taking={overview.taking} />
        {overview.warehouses.map((warehouse) => (
          <article className="card" key={warehouse.warehouseId}>
            <h3>
              <Stranger text={warehouse.name} /> <Status value={warehouse.state} />
            </h3>
            <SumBar
              title="changed rows"
              sum={warehouse.changed}
              parts={[
                { name: 'there', count: warehouse.there, tone: 'good' },
                { name: 'waiting', count: warehouse.waiting, tone: 'info' },
                { name: 'set aside', count: warehouse.setAside, tone: 'bad' },
              ]}
            />
          </article>
        ))}
      </div>
    </section>
  )
}

/** How fast people take leads; nothing where none escalated. */
function Taking({ orgId, taking }: { orgId: string; taking: Overview['taking'] }): ReactNode {
  const { taken, halfWithinSeconds, halfWithinSecondsBefore, mostWithinSeconds, standing, lost, people } =
    taking
  const names = useUserNames(orgId)
  if (taken + standing + lost === 0) return null
  return (
    <article className="card">
      <h3>Leads taken in 7 days</h3>
      <p>
        {format(taken)} taken
        {halfWithinSeconds !== null && (
          <>
            , half within <strong>{durationOf(halfWithinSeconds)}</strong>
            {halfWithinSecondsBefore !== null && ` (${durationOf(halfWithinSecondsBefore)} the week before)`}
          </>
        )}
        {mostWithinSeconds !== null && taken > 9 && (
          <>
            , nine of ten within <strong>{durationOf(mostWithinSeconds)}</strong>
          </>
        )}
        .
      </p>
      {people.length > 0 && (
        <ul className="lines" aria-label="By person">
          {people.map((person) => (
            <li key={person.personId} className="line">
              <Stranger text={nameOfUser(names, person.personId)} />
              <span className="quiet">
                {format(person.taken)}, half within {durationOf(person.halfWithinSeconds)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="quiet">
        {lost > 0 && `${format(lost)} ran out of steps without anyone. `}
        {standingOf(standing)} <Link to={`/w/${orgId}/escalations`}>Escalations</Link>
      </p>
    </article>
  )
}

function standingOf(count: number): string {
  if (count === 0) return 'No escalation is waiting.'
  return count === 1 ? '1 is waiting for someone.' : `${format(count)} are waiting for someone.`
}

function durationOf(seconds: number): string {
  if (seconds < 100) return `${Math.round(seconds)} s`
  if (seconds < 6_000) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 360) / 10} h`
}

type DeliveriesProps = { orgId: string; period: Period; count: Overview['ledger'][Period] }

function Deliveries({ orgId, period, count }: DeliveriesProps): ReactNode {
  const parts = deliveryTones.map(([name, tone]): Part => {
    const search = new URLSearchParams({ status: name, since: period })
    const link = <Link to={`/w/${orgId}/deliveries?${search.toString()}`}>{format(count[name])}</Link>
    return { name, tone, count: count[name], link }
  })
  return <SumBar title="accepted" sum={count.accepted} parts={parts} />
}

const alertTones = [
  ['sent', 'good'],
  ['digested', 'plain'],
  ['pending', 'info'],
  ['suppressed', 'faint'],
  ['failed', 'bad'],
  ['expired', 'warn'],
  ['unknown', 'warn'],
] as const

function Alerts({ count }: { count: Overview['alerts'][Period] }): ReactNode {
  const parts = alertTones.map(([name, tone]) => ({ name, tone, count: count[name] }))
  return <SumBar title="matched a rule" sum={count.matched} parts={parts} />
}
