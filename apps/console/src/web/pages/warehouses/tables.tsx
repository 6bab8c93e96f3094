import type { ReactNode } from 'react'
import { format } from '../../parts/data/sum-bar.tsx'
import { Table } from '../../parts/data/table.tsx'
import type { Warehouse } from './shown-warehouse.ts'

type Row = Warehouse['tables'][number]

/** How far each table is, and how long a long way will take. */
export function Tables({ warehouse: { tables } }: { warehouse: Warehouse }): ReactNode {
  return (
    <section className="sums" aria-labelledby="tables">
      <h2 id="tables">Tables</h2>
      <Table
        caption="How far each table is"
        rows={tables}
        keyOf={({ table }) => table}
        columns={[
          { title: 'Table', cell: ({ table }) => <code>{table}</code> },
          { title: 'Progress', isWide: true, cell: (row) => <Progress row={row} /> },
          { title: 'Rows behind', align: 'end', cell: ({ rowsBehind }) => format(rowsBehind) },
          { title: 'Position', align: 'end', isMinor: true, cell: ({ position }) => format(position) },
        ]}
      />
    </section>
  )
}

function Progress({ row: { table, rowsBehind, rowsTotal, rowsPerSecond } }: { row: Row }): ReactNode {
  if (rowsBehind === 0) return 'in sync'
  if (rowsTotal === null) return rowsBehind === 1 ? '1 row waits' : `${format(rowsBehind)} rows wait`
  const done = Math.max(0, rowsTotal - rowsBehind)
  return (
    <span className="progress-cell">
      <progress aria-label={`Progress of ${table}`} value={done} max={rowsTotal} />
      <span>
        {format(done)} of about {format(rowsTotal)}
        {rowsPerSecond >= 1 &&
          `, ${format(Math.round(rowsPerSecond))} a second, ${rest(rowsBehind / rowsPerSecond)}`}
      </span>
    </span>
  )
}

function rest(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s remain`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `${minutes} min remain` : `${Math.ceil(minutes / 60)} h remain`
}
