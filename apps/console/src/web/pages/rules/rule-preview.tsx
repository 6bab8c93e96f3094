import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer as AnswerOf, CallInput } from '../../api/call.ts'
import { useChannelNames } from '../../api/use-alert-names.ts'
import { usePreview } from '../../api/use-preview.ts'
import { format, SumBar } from '../../parts/data/sum-bar.tsx'
import { sumByDay } from '../../parts/data/sum-by-day.ts'
import { Table } from '../../parts/data/table.tsx'
import { TimeBars } from '../../parts/data/time-bars.tsx'
import { MessageShown } from '../../parts/message/message-shown.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { FullMoment, Moment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { wordsOfHeldBack, wordsOfReason } from '../../text/alert-words.ts'
import { namesOf } from '../../text/name-of.ts'
import { readTitle } from '../../text/read-title.ts'

const operation = 'POST /console/api/w/{orgId}/rules/preview'
type Preview = AnswerOf<typeof operation>
type Input = NonNullable<CallInput<typeof operation>['body']>

/** What the rule of the form would have done in the last week. It follows the form, a moment after the last key. */
export function RulePreview({ orgId, input }: { orgId: string; input: Input }): ReactNode {
  const preview = usePreview(operation, { params: { orgId }, body: input })
  return (
    <section className="card preview" aria-label="Preview">
      <h2>What it would have done in the last 7 days</h2>
      <Answer of={preview} what="the preview">
        {({ answer }) => <Shown orgId={orgId} preview={answer} />}
      </Answer>
    </section>
  )
}

type Count = { sent: number; digested: number; heldBack: number }

function partsOf({ sent, digested, heldBack }: Count) {
  return [
    { name: 'Sent', count: sent, tone: 'good' },
    { name: 'In digests', count: digested, tone: 'info' },
    { name: 'Held back', count: heldBack, tone: 'plain' },
  ]
}

function Shown({ orgId, preview }: { orgId: string; preview: Preview }): ReactNode {
  const names = useChannelNames(orgId)
  const {
    since,
    signals,
    matching,
    earlier,
    leftOut,
    stored,
    byChannel,
    byHour,
    reasons,
    examples,
    message,
  } = preview
  return (
    <div className="stack wide" aria-live="polite">
      <p className="quiet">
        {format(signals)} {signals === 1 ? 'signal' : 'signals'} examined, of which {format(matching)}{' '}
        {matching === 1 ? 'matches' : 'match'}. Each counts as an alert for every channel; nothing is sent.
        {leftOut !== null && (
          <>
            {' '}
            {format(leftOut.signals)} older ones are left out: there are too many before{' '}
            <FullMoment at={leftOut.before} />.
          </>
        )}
      </p>
      {byChannel.length === 0 ? (
        <p>No signal of the last 7 days matches, or no channel is chosen.</p>
      ) : (
        byChannel.map((count) => (
          <SumBar
            key={count.channelId}
            title={names.get(count.channelId) ?? count.channelId}
            sum={count.sent + count.digested + count.heldBack}
            parts={partsOf(count)}
          />
        ))
      )}
      {byHour.some(({ sent, digested, heldBack }) => sent + digested + heldBack > 0) && (
        <TimeBars
          title="Alerts by day"
          unit="day"
          bars={sumByDay(
            byHour.map(({ at, ...count }) => ({ at, parts: partsOf(count) })),
            { since, nowMs: Date.now() },
          )}
        />
      )}
      {message !== null && (
        <section className="stack" aria-label="The message as it will look">
          <h3>
            <span>
              As it looks in <Stranger text={names.get(message.channelId) ?? 'the first channel'} />
            </span>
          </h3>
          <MessageShown message={message} isHere={message.kind === 'inbox'} />
        </section>
      )}
      {earlier > 0 && (
        <p>
          An earlier rule takes {format(earlier)} of the signals that match. Move this one up, or let the
          earlier one continue.
        </p>
      )}
      {stored !== null && <Comparison stored={stored} />}
      {reasons.length > 0 && (
        <ul className="issues" aria-label="Why some are held back">
          {reasons.map(({ reason, count }) => (
            <li key={reason}>{wordsOfHeldBack(reason, count)}</li>
          ))}
        </ul>
      )}
      {examples.length > 0 && (
        <Table
          caption="Examples"
          rows={examples}
          keyOf={({ signalId, decision, reason }) => `${signalId} ${decision} ${reason}`}
          linkOf={({ signalId }) => `/w/${orgId}/alerts?signal=${encodeURIComponent(signalId)}`}
          columns={[
            { title: 'Signal', isWide: true, cell: ({ title }) => <Stranger text={readTitle(title)} /> },
            {
              title: 'It would be',
              wraps: true,
              cell: (example) => (
                <>
                  {decided(example)}
                  {byChannel.length > 1 && (
                    <span className="quiet">
                      {' · '}
                      <Stranger text={where(example, { all: byChannel.length, names })} />
                    </span>
                  )}
                </>
              ),
            },
            { title: 'When', align: 'end', isMinor: true, cell: ({ at }) => <Moment at={at} /> },
          ]}
        />
      )}
      <p className="quiet">
        Silences do not count, nor does what people did with a signal later. Ask about one signal under{' '}
        <Link to={`/w/${orgId}/alerts`}>Alerts</Link>.
      </p>
    </div>
  )
}

type Example = Preview['examples'][number]

function decided({ decision, reason }: Example): string {
  if (decision === 'none') return wordsOfReason(reason)
  return decision === 'send' ? 'sent' : 'in a digest'
}

function where(
  { channelIds }: Example,
  { all, names }: { all: number; names: ReadonlyMap<string, string> },
): string {
  return channelIds.length === all ? `all ${all} channels` : namesOf(names, channelIds, 'a deleted channel')
}

function Comparison({ stored }: { stored: NonNullable<Preview['stored']> }): ReactNode {
  const { added, removed, changed, sent, digested } = stored
  const alerts = `${format(sent + digested)} ${sent + digested === 1 ? 'alert' : 'alerts'}`
  if (added + removed + changed === 0) {
    return <p>The same as the stored rule: {alerts}.</p>
  }
  return (
    <p>
      Against the stored rule, with {alerts}: <strong>{format(added)} more</strong>,{' '}
      <strong>{format(removed)} fewer</strong>
      {changed > 0 && <>, {format(changed)} at another time</>}.
    </p>
  )
}
