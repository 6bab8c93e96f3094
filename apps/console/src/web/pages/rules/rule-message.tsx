import type { ReactNode } from 'react'
import type { Answer } from '../../api/call.ts'
import { Sentence, Stranger } from '../../parts/values/stranger.tsx'
import { indented } from '../../text/bodies/view-body.ts'
import { saysMoreThanItsSignal } from '../../text/message-heading.ts'

type Message = NonNullable<Answer<'POST /console/api/w/{orgId}/rules/preview'>['message']>
type Text = NonNullable<Message['text']>

/** The newest match as receivers of the channel get it: its words, and what is sent. */
export function RuleMessage({
  message: { kind, text, subject, body },
  channel,
}: {
  message: Message
  channel: string
}): ReactNode {
  return (
    <section className="stack" aria-label="The message as it will look">
      <h3>
        <span>
          As it looks in <Stranger text={channel} />
        </span>
      </h3>
      {text !== null && <MessageText text={text} subject={subject} isHere={kind === 'inbox'} />}
      {body !== null && (
        <details>
          <summary>What is sent, without secrets</summary>
          <pre className="request">
            <Stranger text={indented(body)} />
          </pre>
        </details>
      )}
    </section>
  )
}

type TextProps = {
  text: Text
  subject: string | null
  /** Whether people read it in this console, which puts moments into their zone. */
  isHere: boolean
}

function MessageText({ text: message, subject, isHere }: TextProps): ReactNode {
  const Dated = isHere ? Sentence : Stranger
  const { heading, text, items, rest, origin, urgency } = message
  const isHeaded = saysMoreThanItsSignal(message)
  return (
    <div className="message-shown" data-urgency={urgency}>
      <Line of={subject ?? (isHeaded ? heading : '')} className="message-heading" />
      {text !== undefined && (
        <p>
          <Dated text={text} />
        </p>
      )}
      {items.map(({ signalId, title, facts, status, reasons, quote }) => (
        <div key={signalId} className="message-item">
          <Line of={title} className="message-title" />
          <p className="quiet">
            <Dated text={facts} />
          </p>
          <Line of={status} />
          {reasons.map((reason) => (
            <Line key={reason} of={reason} />
          ))}
          {quote !== undefined && (
            <blockquote>
              <Stranger text={quote} />
            </blockquote>
          )}
        </div>
      ))}
      <Line of={rest} className="quiet" />
      <Line of={origin} className="quiet" />
    </div>
  )
}

function Line({ of, className }: { of: string | undefined; className?: string }): ReactNode {
  if (of === undefined || of === '') return null
  return (
    <p className={className}>
      <Stranger text={of} />
    </p>
  )
}
