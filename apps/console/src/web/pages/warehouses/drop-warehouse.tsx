import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { Failure } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { command } from '../../text/command.ts'
import type { Warehouse } from './shown-warehouse.ts'

/** Removes a warehouse once its name is typed. */
export function DropWarehouse({ orgId, warehouse }: { orgId: string; warehouse: Warehouse }): ReactNode {
  const drop = useWrite('POST /console/api/w/{orgId}/warehouses/{id}/drop')
  const [typed, setTyped] = useState('')
  const [withTables, setWithTables] = useState(false)
  const { warehouseId, name, location } = warehouse
  if (drop.data !== undefined) {
    return (
      <div className="stack" role="status">
        <p>It is removed{drop.data.withTables ? ', with its rows' : '. Its tables keep their rows'}.</p>
        <Link className="button primary" to={`/w/${orgId}/warehouses`}>
          All warehouses
        </Link>
      </div>
    )
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    drop.mutate({ params: { orgId, id: warehouseId }, body: { name: typed, withTables } })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <p>
        Signalpost forgets <Stranger text={name} /> and stops syncing it. What is in{' '}
        <Stranger text={location} />{' '}
        {withTables ? (
          <strong>is removed too: every row of this workspace, and tables left empty.</strong>
        ) : (
          'stays as it is now.'
        )}
      </p>
      <label className="check">
        <input
          type="checkbox"
          checked={withTables}
          onChange={(event) => setWithTables(event.currentTarget.checked)}
        />
        <span>Remove the tables too</span>
      </label>
      <TextField label="Type the name of the warehouse" value={typed} onChange={setTyped} required />
      {drop.error !== null && <Failure error={drop.error} what="the removal" />}
      <button type="submit" className="button danger" disabled={typed !== name || drop.isPending}>
        {drop.isPending ? 'Removing it…' : 'Remove'}
      </button>
      <CommandLine
        text={`${command(['warehouse', 'drop', warehouseId])}${withTables ? ' --with-tables' : ''}`}
      />
    </form>
  )
}
