import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../../parts/form/button.tsx'
import { reasonOf } from '../../../parts/form/faults.ts'
import { Stranger } from '../../../parts/values/stranger.tsx'
import { readTitle } from '../../../text/read-title.ts'
import type { Signal } from '../use-change-signal.ts'
import type { Triage } from './use-triage.ts'

type Props = { orgId: string; triage: Triage; onUndo: () => void }

/** What was just done, with a way to take it back, and what could not be done, with a way to the signal. */
export function Toasts({ orgId, triage: { done, notDone, dismiss }, onUndo }: Props): ReactNode {
  return (
    <div className="toasts">
      {notDone.map((one) => (
        <div key={`${one.signal.id} ${one.act.didNot}`} role="alert" className="toast" data-tone="bad">
          <p>
            <strong>
              <Stranger text={titleOf(one.signal)} />
            </strong>{' '}
            {one.act.didNot}. <Stranger text={reasonOf(one.error, { isListed: false, marked: 0 })} />
          </p>
          <span className="acts">
            <Link
              to={`/w/${orgId}/signals/${encodeURIComponent(one.signal.id)}`}
              search={true}
              onClick={() => dismiss(one)}
            >
              Back to the signal
            </Link>
            <Button onClick={() => dismiss(one)}>Hide</Button>
          </span>
        </div>
      ))}
      <div role="status">
        {done !== undefined && (
          <div className="toast">
            <p>
              {done.act.did}: <Stranger text={nameOf(done.signals)} />
            </p>
            <Button onClick={onUndo}>
              Undo <kbd>z</kbd>
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

export function titleOf({ title }: Pick<Signal, 'title'>): string {
  return readTitle(title) || 'A signal without a title'
}

function nameOf(signals: readonly Signal[]): string {
  const [first] = signals
  return signals.length === 1 && first !== undefined ? titleOf(first) : `${signals.length} signals`
}
