import { type ReactNode, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { Modal } from '../../parts/controls/modal.tsx'
import { format } from '../../parts/data/sum-bar.tsx'
import { AskFirst } from '../../parts/form/ask-first.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { EditChannel, PauseChannel, RotateChannel } from './channel-forms.tsx'
import { TestChannel } from './channel-test.tsx'
import type { Channel } from './channel-type.ts'

type Props = { orgId: string; channel: Channel }

const titles = {
  test: 'Send a test',
  pause: 'Pause the channel',
  edit: 'Edit the channel',
  rotate: 'Rotate its secrets',
}
type Act = keyof typeof titles

export function ChannelActs({ orgId, channel }: Props): ReactNode {
  const [act, setAct] = useState<Act>()
  const change = useWrite('POST /console/api/w/{orgId}/channels/{id}/switch')
  const pause = useWrite('POST /console/api/w/{orgId}/channels/{id}/pause')
  const fallback = useWrite('POST /console/api/w/{orgId}/fallback-channel')
  const mayTest = useMay('member')
  const mayChange = useMay('admin')
  const { channelId, state, pausedUntil, isFallback, waiting } = channel
  const params = { orgId, id: channelId }
  const isEnabled = state !== 'disabled'
  const error = pause.error ?? fallback.error
  const close = (): void => setAct(undefined)
  const opens = (name: Act, text: string) => <Button onClick={() => setAct(name)}>{text}</Button>
  return (
    <>
      {mayTest && opens('test', 'Send a test')}
      {mayChange && (
        <>
          {pausedUntil === null ? (
            opens('pause', 'Pause')
          ) : (
            <Button
              look="primary"
              disabled={pause.isPending}
              onClick={() => pause.mutate({ params, body: { until: null } })}
            >
              Resume
            </Button>
          )}
          {opens('edit', 'Edit')}
          {channel.secrets.length > 0 && opens('rotate', 'Rotate secrets')}
          <Button
            disabled={fallback.isPending}
            title={command(['workspace', 'update', orgId], {
              fallbackChannel: isFallback ? 'none' : channelId,
            })}
            onClick={() =>
              fallback.mutate({ params: { orgId }, body: { channelId: isFallback ? null : channelId } })
            }
          >
            {isFallback ? 'Report problems by mail' : 'Report problems here'}
          </Button>
          <AskFirst
            label={isEnabled ? 'Disable' : 'Enable'}
            look={isEnabled ? 'danger' : 'primary'}
            asks={isEnabled}
            title="Disable the channel"
            refused={`The channel was not ${isEnabled ? 'disabled' : 'enabled'}.`}
            write={change}
            onYes={(close) => change.mutate({ params, body: { enabled: !isEnabled } }, { onSuccess: close })}
            command={command(['channel', isEnabled ? 'disable' : 'enable', channelId])}
          >
            Nothing is sent until an admin enables it, and what it misses meanwhile is not sent later.
            {waiting > 0 && ` This includes ${format(waiting)} that ${waiting === 1 ? 'waits' : 'wait'} now.`}{' '}
            Pause it instead to keep all messages.
          </AskFirst>
        </>
      )}
      <Refusal error={error} what="The channel was not changed." />
      <Modal title={act === undefined ? '' : titles[act]} isOpen={act !== undefined} onClose={close}>
        {act === 'test' && <TestChannel orgId={orgId} channel={channel} />}
        {act === 'pause' && <PauseChannel orgId={orgId} channel={channel} onDone={close} />}
        {act === 'edit' && <EditChannel orgId={orgId} channel={channel} onDone={close} />}
        {act === 'rotate' && <RotateChannel orgId={orgId} channel={channel} />}
      </Modal>
    </>
  )
}
