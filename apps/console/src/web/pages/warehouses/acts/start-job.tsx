import type { ReactNode } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { JobProgress } from '../../../parts/data/job-progress.tsx'
import { format } from '../../../parts/data/sum-bar.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { Refusal } from '../../../parts/form/refusal.tsx'
import { CommandLine } from '../../../parts/page/command-line.tsx'
import { Moment } from '../../../parts/values/moment.tsx'
import { command } from '../../../text/command.ts'
import { Differing } from '../comparison.tsx'
import type { Warehouse } from '../shown-warehouse.ts'

type Props = { orgId: string; warehouse: Warehouse; act: 'sync' | 'verify' | 'repair' }

const buttons = {
  sync: 'Sync now',
  verify: 'Compare',
  repair: 'Compare and repair',
}

/** Says what a job will do, starts it, and follows it. */
export function StartJob({ orgId, warehouse, act }: Props): ReactNode {
  const start = useWrite(`POST /console/api/w/{orgId}/warehouses/{id}/${act}`)
  const { warehouseId, verifiedAt } = warehouse
  if (start.data !== undefined) return <JobProgress orgId={orgId} jobId={start.data.jobId} />
  return (
    <div className="stack">
      {act === 'sync' && (
        <p>
          Sends what it lacks now, {rowsOf(warehouse.lagRows)}, and every row that it refused. Scheduled syncs
          continue.
        </p>
      )}
      {act === 'verify' && (
        <p>
          Compares every row with what is stored, up to where the warehouse is, and writes nothing to it.
          Syncs of this warehouse wait meanwhile.
        </p>
      )}
      {act === 'repair' && <RepairPreview orgId={orgId} warehouse={warehouse} />}
      {warehouse.costHint !== null && act !== 'verify' && <p className="quiet">{warehouse.costHint}</p>}
      <Refusal error={start.error} what="Nothing was started." />
      <Button
        look="primary"
        disabled={start.isPending || (act === 'repair' && verifiedAt === null)}
        onClick={() => start.mutate({ params: { orgId, id: warehouseId }, body: {} })}
      >
        {buttons[act]}
      </Button>
      <CommandLine
        text={`${command(['warehouse', act === 'repair' ? 'verify' : act, warehouseId])}${act === 'repair' ? ' --repair' : ''}`}
      />
    </div>
  )
}

/** What the last comparison found is what a repair is expected to change. */
function RepairPreview({ orgId, warehouse }: Omit<Props, 'act'>): ReactNode {
  const { verifiedAt, differingRows, lastComparison } = warehouse
  if (verifiedAt === null) {
    return <p>Not compared yet. Verify it first, to see what a repair would change.</p>
  }
  return (
    <>
      <p>
        Compares again, resends the rows that differ, and removes the rows that the product never had. Only
        this warehouse changes.
      </p>
      <p>
        In the comparison <Moment at={verifiedAt} />, {rowsOf(differingRows ?? 0)} differed
        {(differingRows ?? 0) > 0 ? ':' : '.'}
      </p>
      {lastComparison !== null && <Differing orgId={orgId} tables={lastComparison.tables} />}
    </>
  )
}

function rowsOf(count: number): string {
  return count === 1 ? '1 row' : `${format(count)} rows`
}
