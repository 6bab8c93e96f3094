import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FirstSteps } from '../../api/use-first-steps.ts'
import { useRead } from '../../api/use-read.ts'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { TestChannel } from '../channels/channel-test.tsx'
import { NeedsRole } from './needs-role.tsx'

type Props = { orgId: string; step: FirstSteps['steps'][number] }

/** A real message through a channel. Every workspace has an inbox from its first day. */
export function AlertStep({ orgId, step: { doneAt, recordId, name } }: Props): ReactNode {
  return (
    <>
      <p>
        What rules select arrives in your inbox. <Link to={`/w/${orgId}/channels/new`}>Other channels</Link>{' '}
        send it to Slack, to mail addresses or to a URL too. A test shows that it arrives.
      </p>
      {recordId !== null && (
        <>
          <p>
            <Link to={`/w/${orgId}/channels/${recordId}`}>
              <Stranger text={name ?? 'your channel'} />
            </Link>{' '}
            {doneAt === null ? 'has not reached anyone yet.' : 'reaches its receiver.'}
          </p>
          <Test orgId={orgId} channelId={recordId} />
        </>
      )}
    </>
  )
}

function Test({ orgId, channelId }: { orgId: string; channelId: string }): ReactNode {
  const mayTest = useMay('member')
  const channel = useRead(
    'GET /console/api/w/{orgId}/channels/{id}',
    { params: { orgId, id: channelId } },
    { topics: ['channels', 'audit'], enabled: mayTest },
  )
  if (!mayTest) {
    return (
      <>
        <NeedsRole orgId={orgId} demands="member" />
        <CommandLine text={command(['channel', 'test', channelId])} />
      </>
    )
  }
  return (
    <Answer of={channel} what="the channel">
      {(data) => <TestChannel orgId={orgId} channel={data} />}
    </Answer>
  )
}
