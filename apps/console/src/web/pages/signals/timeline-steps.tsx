import type { TimelineStep } from '@signalpost/domain'
import { labelOfMember } from '@signalpost/domain/text'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Facts } from '../../parts/values/facts.tsx'
import { ExactMoment } from '../../parts/values/moment.tsx'
import { RecordLink } from '../../parts/values/record-link.tsx'
import { Sentence, Stranger } from '../../parts/values/stranger.tsx'
import { distanceText } from '../../text/distance.ts'

export type Entry = {
  step: TimelineStep
  /** The part of the address that leads to it. */
  key: string
  /** The time since the step before it; undefined for the first. */
  msBefore: number | undefined
}

/** Steps from top to bottom, each with a mark in the lane of its stage. */
export function TimelineSteps({ orgId, entries }: { orgId: string; entries: readonly Entry[] }): ReactNode {
  const { hash } = useLocation()
  useEffect(() => {
    // The steps come after the page, so the browser could not go to one by itself.
    if (hash !== '') document.getElementById(hash)?.scrollIntoView({ block: 'center' })
  }, [hash])
  return (
    <ol className="timeline">
      {entries.map((entry) => (
        <Step key={entry.key} orgId={orgId} entry={entry} isChosen={entry.key === hash} />
      ))}
    </ol>
  )
}

type Props = { orgId: string; entry: Entry; isChosen: boolean }

function Step({ orgId, entry: { step, key, msBefore }, isChosen }: Props): ReactNode {
  const { stage, at, summary, ref, detail } = step
  return (
    <li id={key} className="timeline-step" data-stage={stage} {...(isChosen && { 'aria-current': 'true' })}>
      <div className="timeline-when">
        <Link to="." search={true} hash={key} title="A link to this step">
          <ExactMoment at={at} />
        </Link>
        {msBefore !== undefined && <span className="quiet">+{distanceText(msBefore)}</span>}
      </div>
      <div className="timeline-lanes" aria-hidden="true">
        <span />
      </div>
      <div className="timeline-what">
        <p>
          <span className="timeline-stage">{stage}</span> <Sentence text={summary} />
        </p>
        <details>
          <summary>Proof</summary>
          <Facts
            items={[
              [
                `The ${ref.type}`,
                <RecordLink key="ref" orgId={orgId} {...ref}>
                  <Fact text={ref.id} />
                </RecordLink>,
              ],
              ...Object.entries(detail).map(
                ([name, value]) => [labelOfMember(name), <Value key={name} value={value} />] as const,
              ),
            ]}
          />
        </details>
      </div>
    </li>
  )
}

function Value({ value }: { value: unknown }): ReactNode {
  if (value === null || value === undefined) return <span className="quiet">none</span>
  if (Array.isArray(value) && value.length === 0) return <span className="quiet">none</span>
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return <Fact text={value.join(', ')} />
  }
  return <Fact text={typeof value === 'string' ? value : JSON.stringify(value)} />
}

/** As it is stored, often an id. */
function Fact({ text }: { text: string }): ReactNode {
  return (
    <code>
      <Stranger text={text} />
    </code>
  )
}
