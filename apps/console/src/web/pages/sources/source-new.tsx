import { type FormEvent, type ReactNode, useState } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { Answer, Failure } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { SecretOnce } from '../../parts/values/secret-once.tsx'
import { command } from '../../text/command.ts'

type Created = AnswerOf<'POST /console/api/w/{orgId}/sources'>
type Props = { orgId: string; onCreated?: (source: Created) => void }

/** The form for a source, then its address and secret. */
export function NewSource({ orgId, onCreated }: Props): ReactNode {
  const schemes = useRead('GET /console/api/schemes', {})
  const create = useWrite('POST /console/api/w/{orgId}/sources')
  const [name, setName] = useState('')
  const [schemeName, setScheme] = useState('service-v1')
  const [secret, setSecret] = useState('')
  const [settings, setSettings] = useState<Record<string, string>>({})
  if (create.data !== undefined)
    return <SecretOnce secret={create.data.secret} intakeUrl={create.data.intakeUrl} />

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const body = { name, scheme: schemeName, settings, ...(secret !== '' && { secret }) }
    create.mutate({ params: { orgId }, body }, { onSuccess: (created) => onCreated?.(created) })
  }
  return (
    <Answer of={schemes} what="the schemes">
      {({ items }) => {
        const scheme = items.find((one) => one.name === schemeName)
        return (
          <form className="stack" onSubmit={submit}>
            <TextField label="Name" value={name} onChange={setName} placeholder="CRM" required />
            <SelectField
              label="How it signs"
              value={schemeName}
              onChange={setScheme}
              choices={items.map(({ name: value, title }) => ({ value, title: `${title} (${value})` }))}
            />
            {scheme?.settings.map((setting) => (
              <TextField
                key={setting}
                label={setting}
                value={settings[setting] ?? ''}
                onChange={(value) => setSettings({ ...settings, [setting]: value })}
              />
            ))}
            {scheme?.ownSecretRequired === true && (
              <TextField
                label="Secret of the sender"
                hint="This sender chooses it; copy it from there."
                value={secret}
                onChange={setSecret}
                required
              />
            )}
            {create.error !== null && <Failure error={create.error} what="the new source" />}
            <button type="submit" className="button primary" disabled={create.isPending}>
              Create
            </button>
            <CommandLine
              text={command(['source', 'create'], {
                workspace: orgId,
                name: name || 'NAME',
                scheme: schemeName,
              })}
            />
          </form>
        )
      }}
    </Answer>
  )
}
