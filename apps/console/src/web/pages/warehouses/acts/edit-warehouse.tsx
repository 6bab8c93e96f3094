import { type ReactNode, useState } from 'react'
import { useRead } from '../../../api/use-read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { SelectField, TextField } from '../../../parts/controls/field.tsx'
import {
  flagsOf,
  inputOf,
  KindFields,
  type KindOption,
  type KindValues,
} from '../../../parts/controls/kind-fields.tsx'
import { Form } from '../../../parts/form/form.tsx'
import { Submit } from '../../../parts/form/submit.tsx'
import { Answer } from '../../../parts/page/answer.tsx'
import { CommandLine } from '../../../parts/page/command-line.tsx'
import { Stranger } from '../../../parts/values/stranger.tsx'
import { command } from '../../../text/command.ts'
import { intervals } from '../new-warehouse.tsx'
import {
  type Personal,
  PersonalFields,
  personalFlags,
  personalInput,
  personalOf,
} from '../personal-fields.tsx'
import { RequestFields, requestFlags } from '../request-fields.tsx'
import type { Warehouse } from '../shown-warehouse.ts'
import { type ChoosableTable, TableFields } from '../table-fields.tsx'

type Props = { orgId: string; warehouse: Warehouse }

/** Changes what is filled in. Stored settings and secrets are not shown, so their fields begin empty. */
export function EditWarehouse({ orgId, warehouse }: Props): ReactNode {
  const kinds = useRead('GET /console/api/warehouse-kinds', {}, { everyMs: 'never' })
  return (
    <Answer of={kinds} what="the kinds of warehouses">
      {({ items, tables }) => {
        const options = items.find(({ kind }) => kind === warehouse.kind)?.options ?? []
        // An edit needs none of them, and each may change alone.
        const free = options.map((option) => ({ ...option, isNeeded: false, goesWith: null }))
        return <EditForm orgId={orgId} warehouse={warehouse} options={free} allTables={tables} />
      }}
    </Answer>
  )
}

const oldTablesChoices = [
  { value: '', title: 'nothing changes there' },
  { value: 'keep', title: 'keep them' },
  { value: 'drop', title: 'drop them' },
]

type FormProps = Props & { options: readonly KindOption[]; allTables: readonly ChoosableTable[] }

function EditForm({ orgId, warehouse, options, allTables }: FormProps): ReactNode {
  const edit = useWrite('POST /console/api/w/{orgId}/warehouses/{id}/edit')
  const { warehouseId } = warehouse
  const [name, setName] = useState(warehouse.name)
  const [interval, setInterval] = useState(String(warehouse.intervalSeconds))
  const before = personalOf(warehouse)
  const [personal, setPersonal] = useState<Personal>({ choice: before, key: '' })
  const [values, setValues] = useState<KindValues>({})
  const [tables, setTables] = useState(warehouse.chosenTables)
  const { hasLedger, hasMailAddresses } = warehouse
  const [requested, setRequested] = useState({ hasLedger, hasMailAddresses })
  const [oldTables, setOldTables] = useState('')
  if (edit.data !== undefined) {
    return (
      <p role="status">
        <Stranger text={edit.data.name} /> was changed. A worker rewrites the rows that this affects.
      </p>
    )
  }
  const isOther = personal.choice !== before || personal.key !== ''
  const submit = (): void => {
    const body = {
      ...{ name, intervalSeconds: Number(interval), ...inputOf(options, values) },
      ...(isOther && personalInput(personal)),
      tables,
      ...requested,
    }
    const params = { orgId, id: warehouseId }
    if (oldTables === 'keep' || oldTables === 'drop') edit.mutate({ params, body: { ...body, oldTables } })
    else edit.mutate({ params, body })
  }
  return (
    <Form write={edit} onSubmit={submit}>
      <TextField label="Name" path="name" value={name} onChange={setName} required />
      <SelectField
        label="Sync"
        path="intervalSeconds"
        value={interval}
        onChange={setInterval}
        choices={intervalChoices(warehouse.intervalSeconds)}
      />
      <PersonalFields value={personal} onChange={setPersonal} hasKey={before === 'hashed'} />
      {isOther && <p>Every row is rewritten.</p>}
      <TableFields all={allTables} value={tables} onChange={(next) => setTables(next && [...next])} />
      <RequestFields value={requested} onChange={setRequested} />
      {options.length > 0 && (
        <>
          <p className="quiet">Fill in what changes. Empty fields keep their stored values.</p>
          <KindFields options={options} values={values} onChange={setValues} />
        </>
      )}
      <SelectField
        label="Rows in the old place, or in tables that are left out"
        path="oldTables"
        value={oldTables}
        onChange={setOldTables}
        choices={oldTablesChoices}
      />
      <Submit write={edit} refused="The warehouse was not changed.">
        {edit.isPending ? 'Trying it…' : 'Change'}
      </Submit>
      <CommandLine
        text={command(['warehouse', 'edit', warehouseId], {
          ...{ name, interval: `${interval}s` },
          ...(isOther && personalFlags(personal)),
          'include-personal': isOther && personal.choice === 'included',
          ...(tables !== warehouse.chosenTables && { tables: tables?.join(',') ?? 'all' }),
          ...requestFlags(requested, { hasLedger, hasMailAddresses }),
          ...flagsOf(options, values),
          ...(oldTables !== '' && { 'old-tables': oldTables }),
        })}
      />
    </Form>
  )
}

function intervalChoices(seconds: number): { value: string; title: string }[] {
  const choices = intervals.map(([value, title]) => ({ value: String(value), title: String(title) }))
  if (choices.some(({ value }) => value === String(seconds))) return choices
  return [
    { value: String(seconds), title: seconds === 1 ? 'every second' : `every ${seconds} seconds` },
    ...choices,
  ]
}
