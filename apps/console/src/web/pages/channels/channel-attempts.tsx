import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { List } from '../../parts/data/list.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { wordsOfAnswer } from '../../text/alert-words.ts'

/** The last tries of a channel, with what the other side said. */
export function ChannelAttempts({ orgId, channelId }: { orgId: string; channelId: string }): ReactNode {
  const attempts = useRead(
    'GET /console/api/w/{orgId}/channels/{id}/attempts',
    { params: { orgId, id: channelId } },
    { topics: ['alerts', 'channels'] },
  )
  return (
    <section className="card">
      <h2>Last attempts</h2>
      <List
        of={attempts}
        what="the attempts"
        empty={<p className="quiet">Nothing was sent through it in the last 30 days, except tests.</p>}
        caption="The last attempts, the newest first"
        keyOf={({ messageId, number }) => `${messageId} ${number}`}
        columns={[
          { title: 'Outcome', cell: ({ outcome }) => <Status value={outcome} /> },
          {
            title: 'Answer',
            isWide: true,
            cell: (attempt) => <Stranger text={wordsOfAnswer(attempt) || '–'} />,
          },
          {
            title: 'Recipient',
            isMinor: true,
            cell: ({ recipient }) => <Stranger text={recipient || 'the receiver'} />,
          },
          { title: 'Try', isMinor: true, align: 'end', cell: ({ number }) => number },
          {
            title: 'Took',
            isMinor: true,
            align: 'end',
            cell: ({ durationMs }) => (durationMs === null ? '–' : `${durationMs} ms`),
          },
          { title: 'When', align: 'end', cell: ({ at }) => <Moment at={at} /> },
        ]}
      />
    </section>
  )
}
