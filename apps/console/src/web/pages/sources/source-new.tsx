import { type ReactNode, useState } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { SecretOnce } from '../../parts/values/secret-once.tsx'
import { command } from '../../text/command.ts'

/** Settings as the command line takes them. */
export function settingsOf(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => (value === '' ? [] : [`${name}=${value}`]))
}

type Created = AnswerOf<'POST /console/api/w/{orgId}/sources'>
type SchemeName = AnswerOf<'GET /console/api/schemes'>['items'][number]['name']
type Props = { orgId: string; onCreated?: (source: Created) => void }

/** The form for a source, then its address and secret. */
export function NewSource({ orgId, onCreated }: Props): ReactNode {
  const schemes = useRead('GET /console/api/schemes', {}, { everyMs: 'never' })
  const create = useWrite('POST /console/api/w/{orgId}/sources')
  const [name, setName] = useState('')
  const [schemeName, setScheme] = useState<SchemeName>('service-v1')
  const [secret, setSecret] = useState('')
  const [settings, setSettings] = useState<Record<string, string>>({})
  if (create.data !== undefined)
    return <SecretOnce secret={create.data.secret} intakeUrl={create.data.intakeUrl} />

  const submit = (): void => {
    const body = { name, scheme: schemeName, settings, ...(secret !== '' && { secret }) }
    create.mutate({ params: { orgId }, body }, { onSuccess: (created) => onCreated?.(created) })
  }
  return (
    <Answer of={schemes} what="the schemes">
      {({ items }) => {
        const scheme = items.find((one) => one.name === schemeName)
        return (
          <Form write={create} onSubmit={submit}>
            <TextField label="Name" path="name" value={name} onChange={setName} placeholder="CRM" required />
            <SelectField
              label="How it signs"
              path="scheme"
              value={schemeName}
              onChange={(chosen) => setScheme(items.find((one) => one.name === chosen)?.name ?? schemeName)}
              choices={items.map(({ name: value, title }) => ({ value, title: `${title} (${value})` }))}
            />
            {scheme?.settings.map((setting) => (
              <TextField
                key={setting}
                label={setting}
                path={`settings.${setting}`}
                value={settings[setting] ?? ''}
                onChange={(value) => setSettings({ ...settings, [setting]: value })}
              />
            ))}
            {scheme?.ownSecretRequired === true && (
              <TextField
                label="Secret of the sender"
                path="secret"
                hint="This sender chooses it; copy it from there."
                value={secret}
                onChange={setSecret}
                required
              />
            )}
            <Refusal error={create.error} what="The source was not created." />
            <button type="submit" className="button primary" disabled={create.isPending}>
              Create
            </button>
            <CommandLine
              text={command(['source', 'create'], {
                workspace: orgId,
                name: name || 'NAME',
                scheme: schemeName,
                setting: settingsOf(settings),
                'secret-file': secret === '' ? '' : 'FILE',
              })}
            />
          </Form>
        )
      }}
    </Answer>
  )
}
