import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Answer, call } from '../../api/call.ts'
import type { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { wordsOfAnswer } from '../../text/alert-words.ts'
import { command } from '../../text/command.ts'
import type { Channel } from './channel-type.ts'

type Attempt = Answer<'POST /console/api/w/{orgId}/channel-tests'>['attempt']
type Run = {
  attempts: readonly Attempt[]
  skipped: readonly string[]
  underWay: string | undefined
  error: Error | null
}

const nothing: Run = { attempts: [], skipped: [], underWay: undefined, error: null }

type Draft = Pick<
  ReturnType<typeof useWrite<'POST /console/api/w/{orgId}/channel-tests'>>,
  'data' | 'error' | 'isPending'
>

/** Sends a test by what was typed, before there is a channel. */
export function SendDraft({ test, onSend }: { test: Draft; onSend: () => void }): ReactNode {
  return (
    <Button
      disabled={test.isPending}
      onClick={({ currentTarget: { form } }) => {
        if (form?.reportValidity() === true) onSend()
      }}
    >
      {test.data === undefined ? 'Send a test' : 'Send another test'}
    </Button>
  )
}

export function DraftOutcome({ test: { data, error, isPending } }: { test: Draft }): ReactNode {
  return (
    <>
      <div role="status">
        {isPending ? (
          <p className="quiet">Sending…</p>
        ) : (
          data !== undefined && <AttemptLine attempt={data.attempt} />
        )}
      </div>
      <Refusal error={error} what="The test was not sent." />
    </>
  )
}

/** Sends a test to each recipient in turn, and shows every attempt as it ends. */
export function TestChannel({
  orgId,
  channel: { channelId, state, recipients },
}: {
  orgId: string
  channel: Channel
}): ReactNode {
  const client = useQueryClient()
  const [run, setRun] = useState<Run>()
  const start = async (): Promise<void> => {
    let shown = nothing
    const show = (changes: Partial<Run>): void => {
      shown = { ...shown, ...changes }
      setRun(shown)
    }
    for (const recipient of recipients) {
      show({ underWay: recipient || 'the receiver' })
      try {
        const params = { orgId, id: channelId }
        const { attempts } = await call('POST /console/api/w/{orgId}/channels/{id}/test', {
          ...{ params, body: { recipient } },
        })
        if (attempts.length === 0) show({ skipped: [...shown.skipped, recipient] })
        show({ attempts: [...shown.attempts, ...attempts] })
      } catch (error) {
        show({ error: error instanceof Error ? error : new Error('The test failed.') })
        break
      }
    }
    show({ underWay: undefined })
    await client.invalidateQueries()
  }
  return (
    <div className="stack">
      <p>
        A real message goes to {recipients.length === 1 ? 'the receiver' : `${recipients.length} recipients`},
        also through a disabled or paused channel. Its outcome changes the state of the channel as any other
        does.
      </p>
      <Button look="primary" disabled={run?.underWay !== undefined} onClick={() => void start()}>
        {run === undefined ? 'Send' : 'Send again'}
      </Button>
      {run !== undefined && (
        <div className="stack" role="status">
          {run.attempts.map((attempt) => (
            <AttemptLine key={`${attempt.at} ${attempt.recipient}`} attempt={attempt} />
          ))}
          {run.skipped.map((address) => (
            <p key={address}>
              <Status value="suppressed" /> <Stranger text={address} /> unsubscribed or was refused.
            </p>
          ))}
          {run.underWay !== undefined && (
            <p className="quiet">
              Sending to <Stranger text={run.underWay} />…
            </p>
          )}
        </div>
      )}
      <Refusal error={run?.error ?? null} what="The test was not sent." />
      {run !== undefined && state === 'disabled' && (
        <p className="quiet">The channel is disabled. Enable it to send alerts through it.</p>
      )}
      <CommandLine text={command(['channel', 'test', channelId])} />
    </div>
  )
}

function AttemptLine({
  attempt: { outcome, recipient, durationMs, ...answer },
}: {
  attempt: Attempt
}): ReactNode {
  const said = wordsOfAnswer(answer)
  return (
    <p>
      <Status value={outcome === 'sent' ? 'sent' : 'failed'} />{' '}
      {recipient !== '' && <Stranger text={recipient} />} in {durationMs} ms
      {said !== '' && (
        <>
          : <Stranger text={said} />
        </>
      )}
    </p>
  )
}
