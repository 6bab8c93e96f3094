import { labelOfMember } from '@signalpost/domain/text'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useKindTitle } from '../../api/use-kind-title.ts'
import { useRead } from '../../api/use-read.ts'
import { format } from '../../parts/data/sum-bar.tsx'
import { More } from '../../parts/form/more.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { FullMoment, Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { wordsOfReason } from '../../text/alert-words.ts'
import { command } from '../../text/command.ts'
import { ChannelActs } from './channel-acts.tsx'
import { ChannelAttempts } from './channel-attempts.tsx'
import { SuppressedAddresses, UserMap } from './channel-people.tsx'
import type { Channel } from './channel-type.ts'
import { VerifyCode } from './verify-code.tsx'

export function ChannelPage(): ReactNode {
  const { orgId = '', id = '' } = useParams({ strict: false })
  const channel = useRead(
    'GET /console/api/w/{orgId}/channels/{id}',
    { params: { orgId, id } },
    { topics: ['channels', 'alerts', 'audit'] },
  )
  return (
    <Page
      title={channel.data === undefined ? `Channel ${id}` : channel.data.name}
      lead={<Link to={`/w/${orgId}/channels`}>All channels</Link>}
      acts={channel.data && <ChannelActs orgId={orgId} channel={channel.data} />}
    >
      <Answer of={channel} what="the channel">
        {(data) => (
          <>
            <Health channel={data} />
            <Settings orgId={orgId} channel={data} />
            {data.kind === 'webhook' && (
              <section className="card" aria-label="Verifying requests">
                <More title="Verify its requests" isUsed={false}>
                  <VerifyCode secret={null} />
                </More>
              </section>
            )}
            <ChannelAttempts orgId={orgId} channelId={id} />
            <SuppressedAddresses orgId={orgId} channel={data} />
            {data.interactionsUrl !== null && <UserMap orgId={orgId} channel={data} />}
            <CommandLine text={command(['channel', 'test', id])} />
          </>
        )}
      </Answer>
    </Page>
  )
}

const meanings: Record<Channel['state'], string> = {
  active: 'Messages are sent as they come.',
  degraded: 'The last messages failed and are being retried.',
  disabled: 'Nothing is sent until an admin enables it. Enabling it does not send the messages it missed.',
}

function Health({ channel }: { channel: Channel }): ReactNode {
  const { state, reason, since, pausedUntil, waiting, nextTryAt, health, isFallback } = channel
  return (
    <section className="card">
      <p>
        <Status value={state} /> {meanings[state]}
      </p>
      {reason !== null && (
        <p className="error-text">
          <Stranger text={wordsOfReason(reason)} />
        </p>
      )}
      {pausedUntil !== null && (
        <p>
          <Status value="paused" /> A person paused it. Messages wait until{' '}
          <FullMoment at={pausedUntil} mayBeAhead />.
        </p>
      )}
      <Facts
        items={[
          [
            'In this state since',
            since === null ? (
              <span key="since" className="quiet">
                unknown
              </span>
            ) : (
              <FullMoment key="since" at={since} />
            ),
          ],
          ['Waiting', `${format(waiting)} ${waiting === 1 ? 'message' : 'messages'}`],
          ['Next try', nextTryAt === null ? 'none' : <FullMoment key="next" at={nextTryAt} isNext />],
          ...(health.breakerUntil === null
            ? []
            : [['Held back', <HeldBack key="held" health={health} until={health.breakerUntil} />] as const]),
          ...(health.retryAfter === null
            ? []
            : [
                [
                  'Receiver asked to wait until',
                  <FullMoment key="retry" at={health.retryAfter} mayBeAhead />,
                ] as const,
              ]),
          ['Failures in a row', <Failures key="failures" health={health} />],
          ['Problem reports', isFallback ? 'are sent here' : 'are not sent here'],
        ]}
      />
    </section>
  )
}

/** After failures in a row, the messages wait until one that is sent alone arrives. */
function HeldBack({
  health: { breakerOpenings },
  until,
}: {
  health: Channel['health']
  until: string
}): ReactNode {
  return (
    <>
      for the {ordinal(breakerOpenings)} time, as its last messages failed; one is tried{' '}
      <Moment at={until} isNext />
    </>
  )
}

function Failures({
  health: { consecutiveFailures, failingSince },
}: {
  health: Channel['health']
}): ReactNode {
  if (failingSince === null) return 'none'
  return (
    <>
      {format(consecutiveFailures)}, since <Moment at={failingSince} />
    </>
  )
}

function ordinal(count: number): string {
  return ['first', 'second', 'third'][count - 1] ?? `${count}th`
}

function Settings({ orgId, channel }: { orgId: string; channel: Channel }): ReactNode {
  const { channelId, kind, settings, createdAt, secrets, isSealed, interactionsUrl } = channel
  const titleOf = useKindTitle('channel')
  return (
    <section className="card">
      <h2>Settings</h2>
      <Facts
        items={[
          ['Kind', titleOf(kind)],
          ...Object.entries(settings).map(
            ([member, value]) =>
              [labelOfMember(member), <Stranger key={member} text={showValue(value)} />] as const,
          ),
          ...(secrets.length === 0 && !isSealed
            ? []
            : [['Secrets', <Secrets key="secrets" secrets={secrets} isSealed={isSealed} />] as const]),
          ...(interactionsUrl === null
            ? []
            : [
                [
                  'Buttons',
                  <Copyable key="url" text={interactionsUrl} label="the address of the buttons" />,
                ] as const,
              ]),
          ['Id', <Copyable key="id" text={channelId} label="the id of the channel" />],
          ['Created', <FullMoment key="created" at={createdAt} />],
        ]}
      />
      <p className="links">
        <Link to={`/w/${orgId}/alerts?channel=${channelId}`}>Its alerts</Link>
        <Link to={`/w/${orgId}/alerts/messages?channel=${channelId}`}>Its messages</Link>
        <Link to={`/w/${orgId}/alerts?channel=${channelId}&status=failed`}>Those that failed</Link>
      </p>
    </section>
  )
}

function Secrets({ secrets, isSealed }: Pick<Channel, 'secrets' | 'isSealed'>): ReactNode {
  if (isSealed) {
    return <span className="error-text">sealed under another master key; run ./signalpost doctor</span>
  }
  const ending = secrets.find(({ validUntil }) => validUntil !== null)
  if (ending === undefined) return 'never shown'
  return (
    <>
      never shown; the previous ones end <Moment at={ending.validUntil} mayBeAhead />
    </>
  )
}

function showValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
