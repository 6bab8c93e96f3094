import type { ReactNode } from 'react'
import { format } from '../../parts/data/sum-bar.tsx'
import { Table } from '../../parts/data/table.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { RecordKey } from './record-key.tsx'
import type { Warehouse } from './shown-warehouse.ts'

type Compared = NonNullable<Warehouse['lastComparison']>['tables'][number]

/** What the last comparison found. */
export function Comparison({ orgId, warehouse }: { orgId: string; warehouse: Warehouse }): ReactNode {
  const { lastComparison, differingRows, verifiedAt } = warehouse
  return (
    <section className="sums" aria-labelledby="comparison">
      <h2 id="comparison">Last comparison</h2>
      {verifiedAt === null && (
        <p>Not compared yet. The workers compare once a day; Verify does it now and writes nothing.</p>
      )}
      {verifiedAt !== null && (
        <p>
          <Moment at={verifiedAt} />:{' '}
          {differingRows === 0
            ? 'every row was the same on both sides.'
            : `${format(differingRows ?? 0)} rows differed.`}
        </p>
      )}
      {lastComparison !== null && (
        <>
          <Table
            caption="What was compared, by table"
            rows={lastComparison.tables}
            keyOf={({ table }) => table}
            columns={[
              { title: 'Table', cell: ({ table }) => <code>{table}</code> },
              { title: 'Here', align: 'end', cell: ({ sourceRows }) => format(sourceRows) },
              { title: 'There', align: 'end', cell: ({ targetRows }) => format(targetRows) },
              { title: 'Differing', align: 'end', cell: (one) => format(one.differingRows) },
              {
                title: 'Faults',
                isWide: true,
                isMinor: true,
                cell: (one) => <Stranger text={faultsOf(one)} />,
              },
            ]}
          />
          <Differing orgId={orgId} tables={lastComparison.tables} />
        </>
      )}
    </section>
  )
}

/** The keys that differed, of each table, and how many are left out. */
export function Differing({ orgId, tables }: { orgId: string; tables: readonly Compared[] }): ReactNode {
  return tables
    .filter(({ differingRows }) => differingRows > 0)
    .map(({ table, keys, differingRows }) => (
      <details key={table}>
        <summary>
          {format(differingRows)} of <code>{table}</code>
        </summary>
        <ul className="keys">
          {keys.map((key) => (
            <li key={key}>
              <RecordKey orgId={orgId} table={table} id={key} />
            </li>
          ))}
        </ul>
        {differingRows > keys.length && <p>{format(differingRows - keys.length)} more are not listed.</p>}
      </details>
    ))
}

function faultsOf({ isMissing, lacksView, lacksKey, faultyColumns, damagedFiles }: Compared): string {
  const faults = [
    ...(isMissing ? ['the table is missing'] : []),
    ...(lacksView ? ['its view is missing, lacks columns or shows something else'] : []),
    ...(lacksKey ? ['its primary key is gone'] : []),
    ...faultyColumns.map((column) => `column ${column}`),
    ...damagedFiles.map((file) => `file ${file}`),
  ]
  return faults.length === 0 ? 'none' : faults.join(', ')
}
