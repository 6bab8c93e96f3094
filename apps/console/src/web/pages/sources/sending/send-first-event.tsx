import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Refusal } from '../../../parts/form/refusal.tsx'
import { Sentence } from '../../../parts/values/stranger.tsx'
import { useMay } from '../../../shell/session.tsx'
import { command } from '../../../text/command.ts'

type Props = { orgId: string; sourceId: string; intakeUrl: string }

/** Sends a first event without a terminal, and says what the intake answered. */
export function SendFirstEvent({ orgId, sourceId, intakeUrl }: Props): ReactNode {
  const send = useWrite('POST /console/api/w/{orgId}/sources/{id}/test')
  const maySend = useMay('admin')
  // A console that was started without the port of its intake does not know the address.
  if (!maySend || !intakeUrl.startsWith('http')) return null
  return (
    <div className="stack" aria-live="polite">
      <p className="acts">
        <Button
          look="primary"
          disabled={send.isPending}
          title={command(['source', 'test', sourceId])}
          onClick={() => send.mutate({ params: { orgId, id: sourceId }, body: {} })}
        >
          {send.isPending ? 'Sending…' : 'Send a first event'}
        </Button>
        <span className="quiet">Signed as the sender would sign it. It alerts like any other.</span>
      </p>
      <Refusal error={send.error} what="Nothing was sent." />
      {send.data !== undefined &&
        (send.data.isAccepted ? (
          <p>
            The intake accepted it.{' '}
            <Link to={`/w/${orgId}/signals/${encodeURIComponent(send.data.signalId)}`}>Its signal</Link>
          </p>
        ) : (
          <p className="failure">
            The intake did not accept it. <Sentence text={send.data.reason ?? ''} />
          </p>
        ))}
    </div>
  )
}
