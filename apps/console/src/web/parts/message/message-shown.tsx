import type { ReactNode } from 'react'
import type { Answer } from '../../api/call.ts'
import { indented } from '../../text/bodies/view-body.ts'
import { saysMoreThanItsSignal } from '../../text/message-heading.ts'
import { ScrolledText } from '../values/scrolled-text.tsx'
import { Sentence, Stranger } from '../values/stranger.tsx'

type Message = Pick<Answer<'POST /console/api/w/{orgId}/channel-previews'>, 'text' | 'request'>
type Text = NonNullable<Message['text']>

type Props = {
  message: Message
  /** Whether people read it in this console, which puts moments into their zone. */
  isHere?: boolean
}

/** A message as its receivers get it: its words, and what is sent. */
export function MessageShown({ message: { text, request }, isHere = false }: Props): ReactNode {
  return (
    <>
      {text !== null && <MessageText text={text} subject={request?.subject ?? null} isHere={isHere} />}
      {request !== null && (
        <details open={text === null}>
          <summary>What is sent, without secrets</summary>
          <ScrolledText label="What is sent" look="request">
            <Stranger text={requestOf(request)} />
          </ScrolledText>
        </details>
      )}
    </>
  )
}

function requestOf({ method, url, body }: NonNullable<Message['request']>): string {
  const line = method === null ? '' : `${method} ${url ?? ''}\n\n`
  return `${line}${indented(body)}`
}

type TextProps = { text: Text; subject: string | null; isHere: boolean }

function MessageText({ text: message, subject, isHere }: TextProps): ReactNode {
  const Dated = isHere ? Sentence : Stranger
  const { heading, text, items, rest, origin, urgency } = message
  const own = saysMoreThanItsSignal(message) ? heading : ''
  return (
    <div className="message-shown" data-urgency={urgency}>
      <Line of={subject === null || subject === heading ? own : subject} className="message-heading" />
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
