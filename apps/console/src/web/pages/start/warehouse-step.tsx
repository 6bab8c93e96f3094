import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { FirstSteps } from '../../api/use-first-steps.ts'
import { Button } from '../../parts/form/button.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { useGuide } from '../../shell/use-guide.ts'
import { command } from '../../text/command.ts'
import { NewWarehouse } from '../warehouses/new-warehouse.tsx'
import { NeedsRole } from './needs-role.tsx'

type Props = { orgId: string; step: FirstSteps['steps'][number] }

/** A store for analysts, which a workspace can do without. */
export function WarehouseStep({ orgId, step: { doneAt, recordId, name } }: Props): ReactNode {
  const mayCreate = useMay('admin')
  const [isCreating, setCreating] = useState(false)
  const { isChosen, choose } = useGuide(orgId)
  const isSkipped = isChosen('without-warehouse')
  return (
    <>
      <p>
        A warehouse holds the signals, accounts, deals and notes as tables for analysts, seconds after they
        change. It is optional.
      </p>
      {recordId !== null && (
        <p>
          <Link to={`/w/${orgId}/warehouses/${recordId}`}>
            <Stranger text={name ?? 'your warehouse'} />
          </Link>{' '}
          {doneAt === null ? 'waits for its first sync.' : 'is in sync.'}
        </p>
      )}
      {recordId === null && isSkipped && <p>Skipped. You can connect one at any time.</p>}
      {recordId === null && (
        <div className="acts">
          {mayCreate && !isCreating && (
            <Button look="primary" onClick={() => setCreating(true)}>
              Connect one
            </Button>
          )}
          <Button onClick={() => choose('without-warehouse', !isSkipped)}>
            {isSkipped ? 'Undo skip' : 'Skip it'}
          </Button>
        </div>
      )}
      {!mayCreate && recordId === null && <NeedsRole orgId={orgId} demands="admin" />}
      {isCreating ? (
        <NewWarehouse orgId={orgId} />
      ) : (
        <CommandLine text={command(['warehouse', 'list'], { workspace: orgId })} />
      )}
    </>
  )
}
