import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import {
  flagsOf,
  inputOf,
  KindFields,
  type KindOption,
  type KindValues,
} from '../../parts/controls/kind-fields.tsx'
import { Form } from '../../parts/form/form.tsx'
import { More } from '../../parts/form/more.tsx'
import { Submit } from '../../parts/form/submit.tsx'
import { ChosenKind, Gallery } from '../../parts/guide/gallery.tsx'
import { suggestionsOf, useValuesByKind } from '../../parts/guide/use-values-by-kind.ts'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { command } from '../../text/command.ts'
import { type Personal, PersonalFields, personalFlags, personalInput } from './personal-fields.tsx'
import { type Requested, RequestFields, requestFlags } from './request-fields.tsx'
import { type ChoosableTable, TableFields, tablesFlag } from './table-fields.tsx'

type Kind = AnswerOf<'GET /console/api/warehouse-kinds'>['items'][number]

/** A gallery of the kinds of warehouses, then the form of one, made from what it declares. */
export function NewWarehouse({ orgId }: { orgId: string }): ReactNode {
  const kinds = useRead('GET /console/api/warehouse-kinds', {}, { everyMs: 'never' })
  const [chosen, setChosen] = useState<string>()
  const [name, setName] = useState('')
  const kind = kinds.data?.items.find((one) => one.kind === chosen)
  const [values, setValues] = useValuesByKind(chosen, kind && suggestionsOf(kind))
  return (
    <Answer of={kinds} what="the kinds of warehouses">
      {({ items, tables }) => {
        if (kind === undefined) {
          const shown = items.map(({ title, isBeta, ...one }) => ({
            ...one,
            title: isBeta ? `${title} (beta)` : title,
          }))
          return <Gallery label="Kinds of warehouses" kinds={shown} onChoose={setChosen} />
        }
        if (kind.filesRefused !== null && kind.options.length === 0) {
          return <RefusedKind orgId={orgId} kind={kind} onLeave={() => setChosen(undefined)} />
        }
        return (
          <KindForm
            key={kind.kind}
            orgId={orgId}
            kind={kind}
            allTables={tables}
            {...{ name, setName, values, setValues }}
            onLeave={() => setChosen(undefined)}
          />
        )
      }}
    </Answer>
  )
}

export const intervals = [
  ['5', 'every 5 seconds'],
  ['20', 'every 20 seconds'],
  ['60', 'every minute'],
  ['900', 'every 15 minutes'],
  ['3600', 'every hour'],
] as const

/** A kind that lies in files alone, where the console may not create one. */
function RefusedKind({ orgId, kind, onLeave }: Pick<KindProps, 'orgId' | 'kind' | 'onLeave'>): ReactNode {
  return (
    <div className="stack">
      <ChosenKind kind={kind} onLeave={onLeave} />
      <p>{kind.filesRefused} The command line of the installation creates one at any path:</p>
      <CommandLine
        text={command(['warehouse', 'create', kind.kind], {
          ...{ workspace: orgId, name: 'Analytics', path: `/path/to/analytics.${kind.kind}` },
        })}
      />
    </div>
  )
}

/** All but certificates, which only servers with an authority of their own need. */
function isUsual({ isLong, isNeeded }: KindOption): boolean {
  return isNeeded || !isLong
}

const nothing: Requested = { hasLedger: false, hasMailAddresses: false }

type KindProps = {
  orgId: string
  kind: Kind
  allTables: readonly ChoosableTable[]
  name: string
  setName: (name: string) => void
  values: KindValues
  setValues: (values: KindValues) => void
  onLeave: () => void
}

function KindForm({ orgId, kind, allTables, onLeave, ...typed }: KindProps): ReactNode {
  const create = useWrite('POST /console/api/w/{orgId}/warehouses')
  const { name, setName, values, setValues } = typed
  // Snowflake and BigQuery bill each sync.
  const [interval, setInterval] = useState(kind.isBeta ? '900' : '20')
  const [personal, setPersonal] = useState<Personal>({ choice: 'included', key: '' })
  const [tables, setTables] = useState<readonly string[] | null>(null)
  const [requested, setRequested] = useState(nothing)
  const { options, filesRefused } = kind
  const certificates = options.filter((option) => !isUsual(option))
  if (create.data !== undefined) {
    const { warehouseId } = create.data
    return (
      <div className="stack" role="status">
        <p>
          It can be reached and written to. A worker fills <Stranger text={create.data.name} /> from now on.
        </p>
        <Link className="button primary" to={`/w/${orgId}/warehouses/${warehouseId}`}>
          See it fill
        </Link>
      </div>
    )
  }
  const submit = (): void => {
    const body = { name, kind: kind.kind, ...inputOf(options, values), ...personalInput(personal) }
    create.mutate({
      params: { orgId },
      body: { ...body, intervalSeconds: Number(interval), tables: tables && [...tables], ...requested },
    })
  }
  return (
    <Form write={create} onSubmit={submit}>
      <ChosenKind kind={kind} onLeave={onLeave} />
      <p className="quiet">It is tried first: nothing is stored if it cannot be reached or written to.</p>
      {filesRefused !== null && <p>{filesRefused} A bucket can be used.</p>}
      {kind.install !== null && (
        <>
          <p>
            Its library is not installed yet. Run this on the machines of the worker and the console first:
          </p>
          <CommandLine text={kind.install} />
        </>
      )}
      <TextField label="Name" path="name" value={name} onChange={setName} placeholder="Analytics" required />
      <KindFields options={options.filter(isUsual)} values={values} onChange={setValues} />
      <SelectField
        label="Sync"
        path="intervalSeconds"
        value={interval}
        onChange={setInterval}
        choices={intervals.map(([value, title]) => ({ value, title }))}
      />
      <More
        title={
          certificates.length > 0 ? 'Tables, personal data and certificates' : 'Tables and personal data'
        }
        isUsed={false}
      >
        <TableFields all={allTables} value={tables} onChange={setTables} />
        <PersonalFields value={personal} onChange={setPersonal} />
        <RequestFields value={requested} onChange={setRequested} />
        <KindFields options={certificates} values={values} onChange={setValues} />
      </More>
      <Submit write={create} refused="Nothing was stored.">
        {create.isPending ? 'Trying it…' : 'Try and create'}
      </Submit>
      <CommandLine
        text={command(['warehouse', 'create', kind.kind], {
          ...{ workspace: orgId, name: name || 'NAME', interval: `${interval}s` },
          ...personalFlags(personal),
          ...tablesFlag(tables),
          ...requestFlags(requested, nothing),
          ...flagsOf(options, values),
        })}
      />
    </Form>
  )
}
