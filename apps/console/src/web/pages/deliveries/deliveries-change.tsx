import { type ReactNode, useState } from 'react'
import type { CallInput } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { Modal } from '../../parts/controls/modal.tsx'
import { JobProgress } from '../../parts/data/job-progress.tsx'
import { format } from '../../parts/data/sum-bar.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'

type Filters = NonNullable<CallInput<'GET /console/api/w/{orgId}/deliveries/preview'>['query']>
type Body = NonNullable<CallInput<'POST /console/api/w/{orgId}/deliveries/replay'>['body']>
type Act = 'replay' | 'discard'

/** Above this many, the number must be typed. */
const mostUntyped = 1_000

/** Replays or discards whatever a status and the other filters select, after a preview of it. */
export function ChangeMany({ orgId, filters }: { orgId: string; filters: Filters }): ReactNode {
  const [act, setAct] = useState<Act>()
  const mayReplay = useMay('member')
  const mayDiscard = useMay('admin')
  const { status } = filters
  if (status === undefined || status === 'duplicate' || status === 'conflict') return null
  return (
    <>
      {mayReplay && status !== 'queued' && (
        <Button onClick={() => setAct('replay')}>Replay all {status}</Button>
      )}
      {mayDiscard && (status === 'dead' || status === 'queued') && (
        <Button look="danger" onClick={() => setAct('discard')}>
          Discard all {status}
        </Button>
      )}
      <Modal
        title={act === 'discard' ? 'Discard deliveries' : 'Replay deliveries'}
        isOpen={act !== undefined}
        onClose={() => setAct(undefined)}
      >
        {act !== undefined && <Preview orgId={orgId} filters={filters} act={act} />}
      </Modal>
    </>
  )
}

function Preview({ orgId, filters, act }: { orgId: string; filters: Filters; act: Act }): ReactNode {
  const [typed, setTyped] = useState('')
  const preview = useRead(
    'GET /console/api/w/{orgId}/deliveries/preview',
    { params: { orgId }, query: { ...filters, act } },
    { everyMs: 'never' },
  )
  const write = useWrite(`POST /console/api/w/{orgId}/deliveries/${act}`)
  if (write.data !== undefined) return <JobProgress orgId={orgId} jobId={write.data.jobId} />
  return (
    <Answer of={preview} what="what would be changed">
      {({ matched, isMore, upTo }) => (
        <div className="stack">
          <p>
            {isMore && 'More than '}
            <strong>{format(matched)}</strong> {matched === 1 ? 'delivery' : 'deliveries'} will{' '}
            {act === 'discard'
              ? 'be discarded: they become ignored, and can still be replayed.'
              : 'go through the worker again. What was applied before changes nothing.'}{' '}
            Deliveries that arrive from now on are left out.
          </p>
          {matched > mostUntyped && (
            <TextField label={`Type ${matched} to confirm`} value={typed} onChange={setTyped} />
          )}
          <Refusal error={write.error} what="Nothing was started." />
          <Button
            look={act === 'discard' ? 'danger' : 'primary'}
            disabled={
              matched === 0 || (matched > mostUntyped && typed !== String(matched)) || write.isPending
            }
            onClick={() => write.mutate({ params: { orgId }, body: bodyOf(filters, upTo) })}
          >
            {act === 'discard' ? 'Discard' : 'Replay'} {isMore ? 'all of them' : format(matched)}
          </Button>
          <CommandLine text={command(['delivery', act], { workspace: orgId, ...filters })} />
        </div>
      )}
    </Answer>
  )
}

/** What was previewed is what is changed. */
function bodyOf(filters: Filters, upTo: string | null): Body {
  const { status, source, type, since } = filters
  const filter = { status, source, type, since, ...(upTo !== null && { upTo }) }
  // The cast: the server refuses a status that it does not know.
  return { filter } as Body
}
