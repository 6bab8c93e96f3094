import type { Timeline } from '@signalpost/domain'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Filters } from '../../parts/controls/filters.tsx'
import { useFilters } from '../../parts/controls/use-filters.ts'
import { Button } from '../../parts/form/button.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { RecordLink } from '../../parts/values/record-link.tsx'
import { Sentence, Stranger } from '../../parts/values/stranger.tsx'
import { command } from '../../text/command.ts'
import { readTitle } from '../../text/read-title.ts'
import { stepKeys, timelineReport } from '../../text/timeline-report.ts'
import { TimelineSteps } from './timeline-steps.tsx'

const shownMs = 1_500

/** Copies what happened without any text of others, to be handed on. */
function CopyReport({ timeline }: { timeline: Timeline }): ReactNode {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(timelineReport(timeline))
    setCopied(true)
    setTimeout(() => setCopied(false), shownMs)
  }
  return (
    <>
      <Button onClick={() => void copy()}>{isCopied ? 'Copied' : 'Copy as report'}</Button>
      <span className="visually-hidden" aria-live="polite">
        {isCopied ? 'Copied without personal text' : ''}
      </span>
    </>
  )
}

/** In the order in which they usually happen. */
const stages = ['received', 'stored', 'merged', 'register', 'evaluated', 'attempt'].concat([
  ...['edited', 'webhook', 'escalated', 'synced', 'erased'],
])

export function TimelinePage(): ReactNode {
  const { orgId = '', id = '' } = useParams({ strict: false })
  const [{ stage }, change] = useFilters(['stage'])
  const timeline = useRead(
    'GET /console/api/w/{orgId}/signals/{id}/timeline',
    { params: { orgId, id } },
    { topics: ['signals', 'deliveries', 'alerts', 'warehouses'], keep: true },
  )
  const has = (one: string): boolean => timeline.data?.steps.some(({ stage: its }) => its === one) === true
  const signal = useRead(
    'GET /console/api/w/{orgId}/signals/{id}',
    { params: { orgId, id } },
    {
      topics: ['signals'],
      enabled: !has('erased') && (has('stored') || has('evaluated') || has('register')),
    },
  )
  // What was erased still has a timeline.
  const title = <Stranger text={readTitle(signal.data?.signal.title ?? '') || 'without a title'} />
  return (
    <Page
      title="Timeline"
      lead={
        <>
          What happened to the signal{' '}
          <RecordLink orgId={orgId} type="signal" id={id}>
            {title}
          </RecordLink>
        </>
      }
      acts={timeline.data && <CopyReport timeline={timeline.data} />}
    >
      <Filters
        values={{ ...(stage !== undefined && { stage }) }}
        change={change}
        filters={[{ name: 'stage', title: 'Stage', choices: stages }]}
      />
      <Answer of={timeline} what="the timeline">
        {(data) => <Content orgId={orgId} timeline={data} stage={stage} />}
      </Answer>
      <CommandLine text={command(['signal', 'timeline', id])} />
    </Page>
  )
}

type Props = { orgId: string; timeline: Timeline; stage: string | undefined }

function Content({ orgId, timeline: { steps, gaps }, stage }: Props): ReactNode {
  const keys = stepKeys(steps)
  const isShown = (one: { stage: string }): boolean => stage === undefined || one.stage === stage
  const entries = steps.map((step, index) => ({
    step,
    key: keys[index] ?? '',
    msBefore: index === 0 ? undefined : Date.parse(step.at) - Date.parse(steps[index - 1]?.at ?? step.at),
  }))
  const shown = entries.filter(({ step }) => isShown(step))
  const missing = gaps.filter(isShown)
  return (
    <>
      {shown.length === 0 ? (
        <Empty title={stage === undefined ? 'No step is known' : 'No step of this stage'}>
          <p>The reasons below say why.</p>
        </Empty>
      ) : (
        <TimelineSteps orgId={orgId} entries={shown} />
      )}
      {missing.length > 0 && (
        <section className="card">
          <h2>What did not happen, or is not shown</h2>
          <ul className="timeline-gaps">
            {missing.map(({ stage: name, reason }) => (
              <li key={`${name} ${reason}`} data-stage={name}>
                <span className="timeline-stage">{name}</span> <Sentence text={reason} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
