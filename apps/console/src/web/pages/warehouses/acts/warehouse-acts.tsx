import { type ReactNode, useState } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { Modal } from '../../../parts/controls/modal.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { Refusal } from '../../../parts/form/refusal.tsx'
import { useMay } from '../../../shell/session.tsx'
import { command } from '../../../text/command.ts'
import type { Warehouse } from '../shown-warehouse.ts'
import { DropWarehouse } from './drop-warehouse.tsx'
import { EditWarehouse } from './edit-warehouse.tsx'
import { StartBackfill } from './start-backfill.tsx'
import { StartJob } from './start-job.tsx'

type Act = 'sync' | 'verify' | 'repair' | 'backfill' | 'edit' | 'drop'

const titles: Record<Act, string> = {
  sync: 'Sync now',
  verify: 'Verify',
  repair: 'Repair',
  backfill: 'Backfill',
  edit: 'Edit',
  drop: 'Remove',
}

type Props = { orgId: string; warehouse: Warehouse }

/** What the person may do with the warehouse, each in a dialog that says what will happen. */
export function WarehouseActs({ orgId, warehouse }: Props): ReactNode {
  const [act, setAct] = useState<Act>()
  const isMember = useMay('member')
  const isAdmin = useMay('admin')
  const change = useWrite('PATCH /console/api/w/{orgId}/warehouses/{id}')
  const { warehouseId, state } = warehouse
  const isPaused = state === 'paused'
  const offered: Act[] = [
    ...(isMember && !isPaused ? (['sync'] as const) : []),
    ...(isMember ? (['verify'] as const) : []),
    ...(isAdmin ? (['repair'] as const) : []),
    ...(isAdmin && !isPaused ? (['backfill'] as const) : []),
    ...(isAdmin ? (['edit', 'drop'] as const) : []),
  ]
  return (
    <>
      {isAdmin && (
        <Button
          look={isPaused ? 'primary' : undefined}
          disabled={change.isPending}
          title={command(['warehouse', isPaused ? 'resume' : 'pause', warehouseId])}
          onClick={() => change.mutate({ params: { orgId, id: warehouseId }, body: { isPaused: !isPaused } })}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      )}
      {offered.map((one) => (
        <Button key={one} look={one === 'drop' ? 'danger' : undefined} onClick={() => setAct(one)}>
          {titles[one]}
        </Button>
      ))}
      <Refusal error={change.error} what="The warehouse was not changed." />
      <Modal
        title={act === undefined ? '' : `${titles[act]}: ${warehouse.name}`}
        isOpen={act !== undefined}
        onClose={() => setAct(undefined)}
      >
        {act === 'drop' && <DropWarehouse orgId={orgId} warehouse={warehouse} />}
        {act === 'edit' && <EditWarehouse orgId={orgId} warehouse={warehouse} />}
        {act === 'backfill' && <StartBackfill orgId={orgId} warehouse={warehouse} />}
        {(act === 'sync' || act === 'verify' || act === 'repair') && (
          <StartJob orgId={orgId} warehouse={warehouse} act={act} />
        )}
      </Modal>
    </>
  )
}
