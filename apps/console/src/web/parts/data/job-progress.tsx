import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { Button } from '../form/button.tsx'
import { Answer } from '../page/answer.tsx'
import { CommandLine } from '../page/command-line.tsx'
import { Status } from '../values/status.tsx'
import { format } from './sum-bar.tsx'

/** How far a job is, with a button that stops it. It goes on when the page is closed. */
export function JobProgress({ orgId, jobId }: { orgId: string; jobId: string }): ReactNode {
  const job = useRead(
    'GET /console/api/w/{orgId}/jobs/{id}',
    { params: { orgId, id: jobId } },
    { topics: ['jobs'] },
  )
  const stop = useWrite('POST /console/api/w/{orgId}/jobs/{id}/stop')
  const mayStop = useMay('admin')
  return (
    <Answer of={job} what="the job">
      {({ state, done, total, changed, endedAt, error }) => (
        <div className="stack" role="status">
          <p>
            <Status value={state} /> {format(done)} of {total === null ? 'an unknown number' : format(total)}{' '}
            done, {format(changed)} changed.
          </p>
          <progress aria-label="Progress" value={done} max={Math.max(1, total ?? done)} />
          {error !== null && <p className="error-text">{error}</p>}
          {endedAt === null && mayStop && (
            <Button
              disabled={stop.isPending}
              onClick={() => stop.mutate({ params: { orgId, id: jobId }, body: {} })}
            >
              Stop
            </Button>
          )}
          <CommandLine text={command(['job', 'show', jobId])} />
        </div>
      )}
    </Answer>
  )
}
