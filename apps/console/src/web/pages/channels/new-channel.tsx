import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { flagsOf, inputOf, KindFields, type KindValues } from '../../parts/controls/kind-fields.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { command } from '../../text/command.ts'

/** One form for all kinds of channels, made from what each kind declares. */
export function NewChannel({ orgId, onCreated }: { orgId: string; onCreated?: () => void }): ReactNode {
  const kinds = useRead('GET /console/api/channel-kinds', {}, { everyMs: 'never' })
  const create = useWrite('POST /console/api/w/{orgId}/channels')
  const [kindName, setKindName] = useState('webhook')
  const [name, setName] = useState('')
  const [values, setValues] = useState<KindValues>({})
  if (create.data !== undefined) return <Created orgId={orgId} created={create.data} />
  return (
    <Answer of={kinds} what="the kinds of channels">
      {({ items }) => {
        const kind = items.find((one) => one.kind === kindName) ?? items[0]
        if (kind === undefined) return null
        const submit = (): void => {
          const body = { name, kind: kind.kind, ...inputOf(kind.options, values) }
          create.mutate({ params: { orgId }, body }, { onSuccess: () => onCreated?.() })
        }
        return (
          <Form write={create} onSubmit={submit}>
            <SelectField
              label="Kind"
              path="kind"
              value={kind.kind}
              onChange={setKindName}
              choices={items.map(({ kind: value, title }) => ({ value, title }))}
            />
            <p className="hint">{kind.summary}.</p>
            {kind.gap !== null && <p className="error-text">{kind.gap}</p>}
            <TextField
              label="Name"
              path="name"
              value={name}
              onChange={setName}
              placeholder="Sales"
              required
            />
            <KindFields options={kind.options} values={values} onChange={setValues} />
            <Refusal error={create.error} what="The channel was not created." />
            <button type="submit" className="button primary" disabled={create.isPending}>
              Create
            </button>
            <CommandLine
              text={command(['channel', 'create', kind.kind], {
                ...{ workspace: orgId, name: name || 'NAME' },
                ...flagsOf(kind.options, values),
              })}
            />
          </Form>
        )
      }}
    </Answer>
  )
}

type Created = { channelId: string; secret: string | null }

function Created({ orgId, created: { channelId, secret } }: { orgId: string; created: Created }): ReactNode {
  return (
    <div className="stack">
      <p>The channel exists. Send a test before a rule depends on it.</p>
      {secret !== null && (
        <div className="secret">
          <p className="label">Secret</p>
          <Copyable text={secret} label="the secret" />
          <p>The receiver verifies signatures with it. It is shown this once.</p>
        </div>
      )}
      <Link className="button primary" to={`/w/${orgId}/channels/${channelId}`}>
        Open the channel
      </Link>
    </div>
  )
}
