import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FirstSteps } from '../../api/use-first-steps.ts'
import { useRead } from '../../api/use-read.ts'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { command } from '../../text/command.ts'
import { readTitle } from '../../text/read-title.ts'

type Props = { orgId: string; step: FirstSteps['steps'][number] }

/** The first signal, and what happened to it so far. */
export function SignalStep({ orgId, step: { recordId, name, trouble } }: Props): ReactNode {
  if (recordId === null) {
    return (
      <>
        {trouble === null && (
          <p>A worker applies the event, and its signal appears here. There is nothing for you to do.</p>
        )}
        <CommandLine text={command(['signal', 'list'], { workspace: orgId })} />
      </>
    )
  }
  return <Found orgId={orgId} signalId={recordId} title={name ?? 'A signal without a title'} />
}

type FoundProps = { orgId: string; signalId: string; title: string }

function Found({ orgId, signalId, title }: FoundProps): ReactNode {
  const page = `/w/${orgId}/signals/${encodeURIComponent(signalId)}`
  const timeline = useRead(
    'GET /console/api/w/{orgId}/signals/{id}/timeline',
    { params: { orgId, id: signalId } },
    { topics: ['signals', 'deliveries', 'alerts', 'warehouses'] },
  )
  return (
    <>
      <p>
        <Link to={page}>
          <Stranger text={readTitle(title)} />
        </Link>
      </p>
      <Answer of={timeline} what="the timeline">
        {({ steps, gaps }) => (
          <ol className="guide-timeline" aria-label="What happened to it">
            {[
              ...steps.map(({ at, stage, summary }) => ({ key: `${at} ${stage}`, stage, text: summary })),
              ...gaps.map(({ stage, reason }) => ({ key: stage, stage, text: reason, isGap: true })),
            ].map(({ key, stage, text, ...rest }) => (
              <li key={key} {...('isGap' in rest && { className: 'quiet' })}>
                <span className="guide-stage">{stage}</span>
                <Stranger text={text} />
              </li>
            ))}
          </ol>
        )}
      </Answer>
      <p>
        <Link to={`${page}/timeline`}>Timeline</Link>
      </p>
      <CommandLine text={command(['signal', 'timeline', signalId])} />
    </>
  )
}
