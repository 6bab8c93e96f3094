import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Sentence, Stranger } from '../../parts/values/stranger.tsx'
import { useInboxState } from '../../shell/bell/use-inbox-state.ts'
import { useMay } from '../../shell/session.tsx'
import { saysMoreThanItsSignal } from '../../text/message-heading.ts'
import { AlertMe } from './alert-me.tsx'

type Entry = AnswerOf<'GET /console/api/w/{orgId}/inbox'>['items'][number]

export function InboxPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const { cursor, pager } = usePages(orgId)
  const entries = useRead(
    'GET /console/api/w/{orgId}/inbox',
    { params: { orgId }, query: { cursor, limit: '25' } },
    { topics: ['inbox'], keep: true },
  )
  const markRead = useWrite('POST /console/api/w/{orgId}/inbox/{messageId}/read')
  const markSignal = useWrite('PATCH /console/api/w/{orgId}/signals/{id}')
  const mayMarkSignal = useMay('member')
  const markEntry = (entry: Entry): void => {
    if (entry.readAt === null) markRead.mutate({ params: { orgId, messageId: entry.messageId }, body: {} })
  }
  const open = (entry: Entry, signalId: string): void => {
    markEntry(entry)
    if (mayMarkSignal) markSignal.mutate({ params: { orgId, id: signalId }, body: { read: true } })
  }
  return (
    <Page
      title="Inbox"
      lead="Alerts that came to you, the most urgent first."
      acts={<MarkAll key={orgId} orgId={orgId} />}
    >
      <Refusal error={markRead.error} what="It was not marked as read." />
      <Answer of={entries} what="your inbox">
        {({ items, nextCursor }) =>
          items.length === 0 && cursor === undefined ? (
            <Empty title="Nothing arrived yet">
              <p>
                Alerts arrive here once a <Link to={`/w/${orgId}/rules`}>rule</Link> matches a signal.
              </p>
            </Empty>
          ) : (
            <>
              <ul className="inbox" aria-label="Your inbox">
                {items.map((entry) => (
                  <li key={entry.messageId} className={entry.readAt === null ? 'entry entry-new' : 'entry'}>
                    <EntryText entry={entry} orgId={orgId} onOpen={open} />
                    <div className="entry-side">
                      <Moment at={entry.at} />
                      {entry.readAt === null && (
                        <Button
                          aria-label={`Mark read: ${entry.items[0]?.title ?? entry.heading}`}
                          disabled={markRead.isPending}
                          onClick={() => markEntry(entry)}
                        >
                          Mark read
                        </Button>
                      )}
                    </div>
                  </li>
                ))}
              </ul>
              {pager(nextCursor)}
            </>
          )
        }
      </Answer>
      <AlertMe />
    </Page>
  )
}

type TextProps = { entry: Entry; orgId: string; onOpen: (entry: Entry, signalId: string) => void }

function EntryText({ entry, orgId, onOpen }: TextProps): ReactNode {
  const { heading, text, origin, items, rest, readAt } = entry
  const isHeaded = saysMoreThanItsSignal(entry)
  return (
    <div className="entry-text">
      {readAt === null && <span className="visually-hidden">Unread</span>}
      {isHeaded && (
        <p className="entry-heading">
          <Stranger text={heading} />
        </p>
      )}
      {text !== undefined && (
        <p className="entry-lines">
          <Sentence text={text} />
        </p>
      )}
      {items.map(({ signalId, title: plainTitle, facts, status, reasons: [reason] }) => (
        <div key={signalId} className="entry-item">
          <Link
            to={`/w/${orgId}/signals/${encodeURIComponent(signalId)}`}
            className="entry-title"
            data-row
            onClick={() => onOpen(entry, signalId)}
          >
            <Stranger text={plainTitle} />
          </Link>
          <p className="quiet">
            <Sentence text={facts} />
          </p>
          {status !== undefined && (
            <p>
              <Stranger text={status} />
            </p>
          )}
          {reason !== undefined && (
            <p className="entry-lines">
              <Stranger text={reason} />
            </p>
          )}
        </div>
      ))}
      {rest !== undefined && <p className="quiet">{rest}</p>}
      {origin !== undefined && (
        <p className="quiet">
          <Stranger text={origin} />
        </p>
      )}
    </div>
  )
}

/** Marks what the bell counts: what arrives meanwhile stays unread. */
function MarkAll({ orgId }: { orgId: string }): ReactNode {
  const mark = useWrite('POST /console/api/w/{orgId}/inbox/read')
  const { unread = 0, latest } = useInboxState(orgId).data ?? {}
  return (
    <>
      <Button
        disabled={mark.isPending || unread === 0}
        onClick={() => {
          if (latest) mark.mutate({ params: { orgId }, body: { until: latest.at } })
        }}
      >
        Mark all read
      </Button>
      <Refusal error={mark.error} what="Nothing was marked as read." />
    </>
  )
}
