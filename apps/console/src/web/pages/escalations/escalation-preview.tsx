import type { ReactNode } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useChannelNames } from '../../api/use-alert-names.ts'
import { usePreview } from '../../api/use-preview.ts'
import { format, SumBar } from '../../parts/data/sum-bar.tsx'
import { Table } from '../../parts/data/table.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { readTitle } from '../../text/read-title.ts'
import { durationTextOf } from '../../text/since.ts'
import type { Definition } from './escalation-type.ts'

const operation = 'POST /console/api/w/{orgId}/escalations/preview'

type Props = { orgId: string; definition: Definition }

/** What the escalation of the form would have done in the last week. It follows the form. */
export function EscalationPreview({ orgId, definition }: Props): ReactNode {
  const preview = usePreview(operation, { params: { orgId }, body: { definition } })
  return (
    <section className="card preview" aria-label="Preview">
      <h2>What it would have done in the last 7 days</h2>
      <Answer of={preview} what="the preview">
        {({ answer, asked }) => (
          <Shown orgId={orgId} preview={answer} steps={asked.body?.definition.steps ?? []} />
        )}
      </Answer>
    </section>
  )
}

type ShownProps = { orgId: string; preview: AnswerOf<typeof operation>; steps: Definition['steps'] }

function Shown({ orgId, preview, steps: defined }: ShownProps): ReactNode {
  const names = useChannelNames(orgId)
  const { signals, isCut, escalating, takenInTime, steps, examples } = preview
  return (
    <div className="stack wide" aria-live="polite">
      <p className="quiet">
        {format(signals)} {signals === 1 ? 'signal' : 'signals'} examined; nothing is sent.
        {isCut && ' Older ones are left out: there are too many.'}
      </p>
      {escalating === 0 ? (
        <p>No signal of these days would have escalated.</p>
      ) : (
        <p>
          <strong>{format(escalating)}</strong> would have escalated; {format(takenInTime)} of them{' '}
          {takenInTime === 1 ? 'was' : 'were'} taken before the first step.
        </p>
      )}
      {steps.map(({ step, sent, taken }) => (
        <SumBar
          key={step}
          title={titleOf(defined[step - 1], names)}
          sum={sent + taken}
          parts={[
            { name: 'Sent', count: sent, tone: 'warn' },
            { name: 'Not needed', count: taken, tone: 'good' },
          ]}
        />
      ))}
      {examples.length > 0 && (
        <Table
          caption="Examples"
          rows={examples}
          keyOf={({ signalId }) => signalId}
          linkOf={({ signalId }) => `/w/${orgId}/signals/${encodeURIComponent(signalId)}`}
          columns={[
            { title: 'Signal', isWide: true, cell: ({ title }) => <Stranger text={readTitle(title)} /> },
            { title: 'Steps sent', align: 'end', cell: ({ sent, taken }) => `${sent} of ${sent + taken}` },
            {
              title: 'First due',
              align: 'end',
              isMinor: true,
              cell: ({ firstAt }) => <Moment at={firstAt} mayBeAhead />,
            },
          ]}
        />
      )}
      <p className="quiet">Silences do not count. Steps still to come count as sent.</p>
    </div>
  )
}

function titleOf(step: Definition['steps'][number] | undefined, names: ReadonlyMap<string, string>): string {
  if (step === undefined) return ''
  return `After ${durationTextOf(step.afterMs)}: ${names.get(step.channelId) ?? step.channelId}`
}
