import { type ReactNode, useState } from 'react'
import type { CallInput } from '../../api/call.ts'
import { useChannelNames } from '../../api/use-alert-names.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Modal } from '../../parts/controls/modal.tsx'
import { format } from '../../parts/data/sum-bar.tsx'
import { Table } from '../../parts/data/table.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { wordsOfReason } from '../../text/alert-words.ts'
import { command } from '../../text/command.ts'
import { nameOf } from '../../text/name-of.ts'

type Filters = NonNullable<CallInput<'GET /console/api/w/{orgId}/alerts/replay'>['query']>
type Body = NonNullable<CallInput<'POST /console/api/w/{orgId}/alerts/replay'>['body']>

/** Sends what did not go out, under the filters of the page, after a preview. */
export function ReplayAlerts({ orgId, filters }: { orgId: string; filters: Filters }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  if (!useMay('member')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Replay what was not sent</Button>
      <Modal title="Replay alerts" isOpen={isOpen} onClose={() => setOpen(false)}>
        {isOpen && <Preview orgId={orgId} filters={filters} />}
      </Modal>
    </>
  )
}

function Preview({ orgId, filters: given }: { orgId: string; filters: Filters }): ReactNode {
  // Relative times stay what they were when the dialog opened.
  const [filters] = useState(given)
  const channels = useChannelNames(orgId)
  const preview = useRead(
    'GET /console/api/w/{orgId}/alerts/replay',
    { params: { orgId }, query: filters },
    { everyMs: 'never' },
  )
  const replay = useWrite('POST /console/api/w/{orgId}/alerts/replay')
  if (replay.data !== undefined) {
    return (
      <p role="status">
        {format(replay.data.replayed)} {replay.data.replayed === 1 ? 'alert is' : 'alerts are'} on the way.
      </p>
    )
  }
  return (
    <Answer of={preview} what="what would be sent">
      {({ replayable, isTooMany, groups, until }) => (
        <div className="stack">
          <p>
            <strong>{isTooMany ? 'More than 5,000' : format(replayable)}</strong>{' '}
            {replayable === 1 ? 'alert' : 'alerts'} of these filters reached no one and will be sent now,
            whatever their age and reason. Silences, quiet hours and throttles do not apply. Alerts of
            disabled channels and alerts decided from now on are left out.
          </p>
          {isTooMany && <p className="error-text">Add filters: one request replays at most 5,000.</p>}
          {groups.length > 0 && (
            <Table
              caption="What would be sent, by channel and reason"
              rows={groups}
              keyOf={({ channelId, status, reason }) => `${channelId} ${status} ${reason}`}
              columns={[
                {
                  title: 'Channel',
                  isWide: true,
                  cell: ({ channelId }) => (
                    <Stranger text={nameOf(channels, channelId, 'a deleted channel')} />
                  ),
                },
                { title: 'Status', cell: ({ status }) => <Status value={status} /> },
                { title: 'Why', cell: ({ reason }) => <Stranger text={wordsOfReason(reason)} /> },
                { title: 'Alerts', align: 'end', cell: ({ count }) => format(count) },
              ]}
            />
          )}
          <Refusal error={replay.error} what="Nothing was sent." />
          <Button
            look="primary"
            disabled={replayable === 0 || isTooMany || replay.isPending}
            onClick={() => replay.mutate({ params: { orgId }, body: bodyOf(filters, until) })}
          >
            Send {format(replayable)}
          </Button>
          <CommandLine text={command(['alert', 'replay'], { workspace: orgId, ...filters, until })} />
        </div>
      )}
    </Answer>
  )
}

/** What was previewed is what is sent. */
function bodyOf(filters: Filters, until: string): Body {
  const given = Object.entries({ ...filters, until }).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  // The cast: the server refuses a status that it does not know.
  return Object.fromEntries(given) as Body
}
