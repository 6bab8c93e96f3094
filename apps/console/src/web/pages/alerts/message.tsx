import { labelOfMember } from '@signalpost/domain/text'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Table } from '../../parts/data/table.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { FullMoment, Moment } from '../../parts/values/moment.tsx'
import { ScrolledText } from '../../parts/values/scrolled-text.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { wordsOfAnswer, wordsOfReason } from '../../text/alert-words.ts'
import { indented } from '../../text/bodies/view-body.ts'
import { command } from '../../text/command.ts'
import { readTitle } from '../../text/read-title.ts'

type Message = AnswerOf<'GET /console/api/w/{orgId}/messages/{id}'>

/** One message: what was sent, and what the other side answered. */
export function MessagePage(): ReactNode {
  const { orgId = '', id = '' } = useParams({ strict: false })
  const message = useRead(
    'GET /console/api/w/{orgId}/messages/{id}',
    { params: { orgId, id } },
    { topics: ['alerts', 'channels'] },
  )
  return (
    <Page
      title="Message"
      lead={<Link to={`/w/${orgId}/alerts/messages`}>All messages</Link>}
      acts={message.data && <Replay orgId={orgId} message={message.data} />}
    >
      <Answer of={message} what="the message">
        {(data) => (
          <>
            <About orgId={orgId} message={data} />
            <Attempts attempts={data.attempts} />
            <Request request={data.request} />
            <CommandLine text={command(['message', 'show', id], { workspace: orgId })} />
          </>
        )}
      </Answer>
    </Page>
  )
}

function Replay({
  orgId,
  message: { messageId, kind, status },
}: {
  orgId: string
  message: Message
}): ReactNode {
  const replay = useWrite('POST /console/api/w/{orgId}/messages/{id}/replay')
  const mayReplay = useMay('member')
  if (!mayReplay || kind === 'test' || status === 'pending' || status === 'sending') return undefined
  return (
    <>
      <Button
        disabled={replay.isPending}
        title={command(['message', 'replay', messageId])}
        onClick={() => replay.mutate({ params: { orgId, id: messageId }, body: {} })}
      >
        Send it again
      </Button>
      <Refusal error={replay.error} what="The message was not sent again." />
    </>
  )
}

function About({ orgId, message }: { orgId: string; message: Message }): ReactNode {
  const { messageId, channelId, channelName, kind, status, reason, signalId, eventType, eventId } = message
  return (
    <section className="card">
      <Facts
        items={[
          ['Status', <Status key="status" value={status} />],
          ['Why', reason === null ? 'as usual' : <Stranger key="why" text={wordsOfReason(reason)} />],
          ['Kind', labelOfMember(kind)],
          [
            'Channel',
            <Link key="channel" to={`/w/${orgId}/channels/${channelId}`}>
              <Stranger text={channelName} />
            </Link>,
          ],
          ['To', <Stranger key="to" text={message.recipient || 'the receiver'} />],
          ...(signalId === null
            ? []
            : [
                [
                  'Signal',
                  <Link key="signal" to={`/w/${orgId}/signals/${encodeURIComponent(signalId)}`}>
                    <Stranger text={readTitle(message.signalTitle ?? '') || 'Open the signal'} />
                  </Link>,
                ] as const,
              ]),
          ...(eventType === null
            ? []
            : [['Event', <Stranger key="event" text={`${eventType} ${eventId ?? ''}`} />] as const]),
          ['Message', <Copyable key="id" text={messageId} label="the id of the message" />],
          ['Created', <FullMoment key="created" at={message.createdAt} />],
          [
            'Next try',
            message.nextAt === null ? 'none' : <FullMoment key="next" at={message.nextAt} isNext />,
          ],
        ]}
      />
    </section>
  )
}

function Attempts({ attempts }: Pick<Message, 'attempts'>): ReactNode {
  if (attempts.length === 0) return <p className="quiet">Not sent yet.</p>
  return (
    <Table
      caption="Attempts, the latest last"
      rows={attempts}
      keyOf={({ number }) => String(number)}
      columns={[
        { title: 'Outcome', cell: ({ outcome }) => <Status value={outcome} /> },
        {
          title: 'Answer',
          isWide: true,
          cell: (attempt) => <Stranger text={wordsOfAnswer(attempt) || '–'} />,
        },
        {
          title: 'Took',
          isMinor: true,
          align: 'end',
          cell: ({ durationMs }) => (durationMs === null ? '–' : `${durationMs} ms`),
        },
        { title: 'When', align: 'end', cell: ({ at }) => <Moment at={at} /> },
      ]}
    />
  )
}

/** The request as it was sent, without its secrets. */
function Request({ request }: Pick<Message, 'request'>): ReactNode {
  if (request === null) return undefined
  const { body, headers, ...line } = request
  return (
    <section className="card" aria-label="The last request">
      <h2>The last request</h2>
      <Facts
        items={Object.entries(line).map(
          ([name, value]) => [labelOfMember(name), <Stranger key={name} text={String(value)} />] as const,
        )}
      />
      <details>
        <summary>Headers</summary>
        <ScrolledText label="Headers" look="request">
          <Stranger text={JSON.stringify(headers, null, 2) ?? ''} />
        </ScrolledText>
      </details>
      <ScrolledText label="Body" look="request">
        <Stranger text={indented(typeof body === 'string' ? body : '')} />
      </ScrolledText>
    </section>
  )
}
