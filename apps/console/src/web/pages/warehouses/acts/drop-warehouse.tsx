import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { CheckField } from '../../../parts/controls/check-field.tsx'
import { TextField } from '../../../parts/controls/field.tsx'
import { Form } from '../../../parts/form/form.tsx'
import { Submit } from '../../../parts/form/submit.tsx'
import { CommandLine } from '../../../parts/page/command-line.tsx'
import { Stranger } from '../../../parts/values/stranger.tsx'
import { command } from '../../../text/command.ts'
import type { Warehouse } from '../shown-warehouse.ts'

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
  const submit = (): void => {
    drop.mutate({ params: { orgId, id: warehouseId }, body: { name: typed, withTables } })
  }
  return (
    <Form write={drop} onSubmit={submit}>
      <p>
        Signalpost forgets <Stranger text={name} /> and stops syncing it. What is in{' '}
        <Stranger text={location} />{' '}
        {withTables ? (
          <strong>is removed too: every row of this workspace, and tables left empty.</strong>
        ) : (
          'stays as it is now.'
        )}
      </p>
      <CheckField label="Remove the tables too" isChecked={withTables} onChange={setWithTables} />
      <TextField
        label="Type the name of the warehouse"
        path="name"
        value={typed}
        onChange={setTyped}
        required
      />
      <Submit write={drop} refused="The warehouse was not removed." look="danger" disabled={typed !== name}>
        {drop.isPending ? 'Removing it…' : 'Remove'}
      </Submit>
      <CommandLine text={command(['warehouse', 'drop', warehouseId], { 'with-tables': withTables })} />
    </Form>
  )
}
