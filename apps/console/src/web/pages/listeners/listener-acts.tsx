import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { Modal } from '../../parts/controls/modal.tsx'
import { AskFirst } from '../../parts/form/ask-first.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import type { Listener } from './listener-type.ts'
import { RunReport } from './run-report.tsx'

type Props = { orgId: string; listener: Listener }
type Act = 'try' | 'run'

const titles = { try: 'Try it', run: 'Run it now' }

/** What admins do with a listener that was made here. */
export function ListenerActs({ orgId, listener }: Props): ReactNode {
  const [act, setAct] = useState<Act>()
  const change = useWrite('POST /console/api/w/{orgId}/listeners/{id}/switch')
  const mayChange = useMay('admin')
  const { own, id } = listener
  if (!mayChange || own === null) return undefined
  const params = { orgId, id }
  const close = (): void => setAct(undefined)
  return (
    <>
      <Button onClick={() => setAct('try')}>Try it</Button>
      <Button onClick={() => setAct('run')}>Run now</Button>
      <Button
        look={own.isPaused ? 'primary' : undefined}
        disabled={change.isPending}
        title={command(['listener', own.isPaused ? 'resume' : 'pause', id])}
        onClick={() => change.mutate({ params, body: { paused: !own.isPaused } })}
      >
        {own.isPaused ? 'Start' : 'Pause'}
      </Button>
      <Link className="button" to={`/w/${orgId}/listeners/${encodeURIComponent(id)}/edit`}>
        Edit
      </Link>
      <DeleteListener orgId={orgId} listener={listener} />
      <Refusal error={change.error} what="The listener was not changed." />
      <Modal title={act === undefined ? '' : titles[act]} isOpen={act !== undefined} onClose={close}>
        {act === 'try' && <TryListener orgId={orgId} listener={listener} />}
        {act === 'run' && <RunListener orgId={orgId} listener={listener} />}
      </Modal>
    </>
  )
}

function TryListener({ orgId, listener: { id } }: Props): ReactNode {
  const run = useWrite('POST /console/api/w/{orgId}/listeners/{id}/try')
  return (
    <div className="stack">
      <p>Asks the platforms as a first run would, and shows every point of each score. Nothing is kept.</p>
      <Go label="Try" pending="Asking the platforms…" run={run} params={{ orgId, id }} />
      <CommandLine text={`${command(['listener', 'run', id])} --dry`} />
    </div>
  )
}

function RunListener({ orgId, listener: { id } }: Props): ReactNode {
  const run = useWrite('POST /console/api/w/{orgId}/listeners/{id}/run')
  return (
    <div className="stack">
      <p>
        Runs now, even if it is not due or is paused. Posts that it keeps become signals within 30 seconds.
      </p>
      <Go label="Run" pending="Asking the platforms…" run={run} params={{ orgId, id }} />
      <CommandLine text={command(['listener', 'run', id])} />
    </div>
  )
}

type Run = ReturnType<typeof useWrite<'POST /console/api/w/{orgId}/listeners/{id}/try'>>

function Go({
  label,
  pending,
  run,
  params,
}: {
  label: string
  pending: string
  run: Pick<Run, 'mutate' | 'isPending' | 'error' | 'data'>
  params: { orgId: string; id: string }
}): ReactNode {
  return (
    <>
      <Button look="primary" disabled={run.isPending} onClick={() => run.mutate({ params, body: {} })}>
        {run.isPending ? pending : label}
      </Button>
      <Refusal error={run.error} what="It did not run." />
      <div className="stack" aria-live="polite">
        {run.data !== undefined && <RunReport report={run.data} />}
      </div>
    </>
  )
}

function DeleteListener({ orgId, listener: { id } }: Props): ReactNode {
  const navigate = useNavigate()
  const remove = useWrite('DELETE /console/api/w/{orgId}/listeners/{id}', () =>
    navigate({ to: `/w/${orgId}/listeners` }),
  )
  return (
    <AskFirst
      label="Delete"
      look="danger"
      title="Delete the listener"
      refused="The listener was not deleted."
      write={remove}
      onYes={() => remove.mutate({ params: { orgId, id } })}
      command={command(['listener', 'delete', id])}
    >
      It stops searching, and posts that it has not delivered yet are dropped. Its signals stay.
    </AskFirst>
  )
}
