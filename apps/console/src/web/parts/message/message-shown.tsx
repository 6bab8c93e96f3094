import type { ReactNode } from 'react'
import type { Answer } from '../../api/call.ts'
import { indented } from '../../text/bodies/view-body.ts'
import { saysMoreThanItsSignal } from '../../text/message-heading.ts'
import { Stranger } from '../values/stranger.tsx'

type Message = Pick<Answer<'POST /console/api/w/{orgId}/channel-previews'>, 'text' | 'request'>
type Text = NonNullable<Message['text']>

/** A message as its receivers get it: its words, and what is sent. */
export function MessageShown({ message: { text, request } }: { message: Message }): ReactNode {
  return (
    <>
      {text !== null && <MessageText text={text} subject={request?.subject ?? null} />}
      {request !== null && (
        <details open={text === null}>
          <summary>What is sent, without secrets</summary>
          <pre className="request">
            <Stranger text={requestOf(request)} />
          </pre>
        </details>
      )}
    </>
  )
}

function requestOf({ method, url, body }: NonNullable<Message['request']>): string {
  const line = method === null ? '' : `${method} ${url ?? ''}\n\n`
  return `${line}${indented(body)}`
}

function MessageText({ text: message, subject }: { text: Text; subject: string | null }): ReactNode {
  const { heading, text, items, rest, origin, urgency } = message
  const isHeaded = saysMoreThanItsSignal(message)
  return (
    <div className="message-shown" data-urgency={urgency}>
      <Line of={subject ?? (isHeaded ? heading : '')} className="message-heading" />
      <Line of={text} />
      {items.map(({ signalId, title, facts, status, reasons, quote }) => (
        <div key={signalId} className="message-item">
          <Line of={title} className="message-title" />
          <Line of={facts} className="quiet" />
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
