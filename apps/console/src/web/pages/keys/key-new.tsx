import { type ReactNode, useState } from 'react'
import { usePeopleNames } from '../../api/use-people-names.ts'
import { useWrite } from '../../api/use-write.ts'
import { GroupFault } from '../../parts/controls/check-field.tsx'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Submit } from '../../parts/form/submit.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { choicesOf } from '../../text/choices.ts'
import { command } from '../../text/command.ts'
import { type Scope, scopeWords } from '../../text/scope-words.ts'

// The cast: the keys of the words are the scopes.
const scopes = Object.entries(scopeWords) as [scope: Scope, meaning: string][]

const lasting = [
  { value: '30', title: 'in 30 days' },
  { value: '90', title: 'in 90 days' },
  { value: '365', title: 'in a year' },
  { value: '', title: 'Never' },
]

/** The form for a key, then the key. */
export function NewKey({ orgId }: { orgId: string }): ReactNode {
  const create = useWrite('POST /console/api/w/{orgId}/keys')
  const [name, setName] = useState('')
  const [member, setMember] = useState('')
  const actors = [{ value: '', title: 'the key itself' }, ...choicesOf(usePeopleNames(orgId))]
  const [days, setDays] = useState('90')
  const [chosen, setChosen] = useState<readonly Scope[]>(['signals:read'])
  if (create.data !== undefined) return <Created apiKey={create.data.apiKey} />

  const toggle = (scope: Scope): void =>
    setChosen(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope])
  const submit = (): void => {
    const body = {
      scopes: [...chosen],
      ...(name !== '' && { name }),
      ...(member !== '' && { memberId: member }),
      expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString(),
    }
    create.mutate({ params: { orgId }, body })
  }
  return (
    <Form write={create} onSubmit={submit}>
      <TextField label="Name" path="name" value={name} onChange={setName} placeholder="Reporting" />
      <fieldset className="choices">
        <legend>It may</legend>
        {scopes.map(([scope, meaning]) => (
          <label key={scope} className="check">
            <input type="checkbox" checked={chosen.includes(scope)} onChange={() => toggle(scope)} />
            <span>
              {meaning} <code className="quiet">{scope}</code>
            </span>
          </label>
        ))}
        <GroupFault path="scopes" />
      </fieldset>
      <SelectField label="Expires" path="expiresAt" value={days} onChange={setDays} choices={lasting} />
      <p className="hint">The overview reminds you a week before a key in use expires.</p>
      <SelectField
        label="Acts as"
        path="memberId"
        hint="Its notes and assignments show this name."
        value={member}
        onChange={setMember}
        choices={actors}
      />
      <Submit write={create} refused="The key was not created." disabled={chosen.length === 0}>
        Create
      </Submit>
      <CommandLine
        text={command(['key', 'create', ...chosen.flatMap((scope) => ['--scope', scope])], {
          workspace: orgId,
          name,
          member,
          ...(days !== '' && { expires: `${days}d` }),
        })}
      />
    </Form>
  )
}

function Created({ apiKey }: { apiKey: string }): ReactNode {
  return (
    <div className="secret" role="status">
      <p className="label">Key</p>
      <Copyable text={apiKey} label="the key" />
      <p>Copy it now. It is shown this once.</p>
    </div>
  )
}
