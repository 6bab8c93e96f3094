import { type ReactNode, useState } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Submit } from '../../parts/form/submit.tsx'
import { Guide } from '../../parts/guide/guide.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { command } from '../../text/command.ts'
import { CreatedSource } from './created-source.tsx'
import { SchemeSettings, settingsOf } from './scheme-settings.tsx'

type Created = AnswerOf<'POST /console/api/w/{orgId}/sources'>
type SchemeName = AnswerOf<'GET /console/api/schemes'>['items'][number]['name']
type Props = { orgId: string; onCreated?: (source: Created) => void }

/** The form for a source, then what the sender needs. */
export function NewSource({ orgId, onCreated }: Props): ReactNode {
  const schemes = useRead('GET /console/api/schemes', {}, { everyMs: 'never' })
  const create = useWrite('POST /console/api/w/{orgId}/sources')
  const [name, setName] = useState('')
  const [schemeName, setScheme] = useState<SchemeName>('service-v1')
  const [secret, setSecret] = useState('')
  const [lacksSecret, setLacksSecret] = useState(false)
  const [settings, setSettings] = useState<Record<string, string>>({})
  if (create.data !== undefined) {
    const steps = schemes.data?.items.find((one) => one.name === create.data.scheme)?.guide ?? []
    return (
      <CreatedSource
        orgId={orgId}
        source={create.data}
        steps={steps}
        lacksSecret={lacksSecret}
        isWhole={onCreated === undefined}
      />
    )
  }
  return (
    <Answer of={schemes} what="the schemes">
      {({ items }) => {
        const scheme = items.find((one) => one.name === schemeName)
        const isAwaited = scheme?.ownSecretRequired === true && secret === ''
        const submit = (): void => {
          const given = isAwaited ? unknownSecret() : secret
          const body = { name, scheme: schemeName, settings, ...(given !== '' && { secret: given }) }
          setLacksSecret(isAwaited)
          create.mutate({ params: { orgId }, body }, { onSuccess: (created) => onCreated?.(created) })
        }
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
            {scheme?.name !== 'service-v1' && <Guide steps={scheme?.guide ?? []} />}
            <SchemeSettings of={scheme} values={settings} onChange={setSettings} />
            {scheme !== undefined && scheme.name !== 'service-v1' && (
              <TextField
                label="Secret of the sender"
                path="secret"
                hint={
                  scheme.ownSecretRequired
                    ? 'Leave it empty if the sender shows it only once it has the address. You paste it in the next step.'
                    : 'Leave it empty to get one for the sender.'
                }
                value={secret}
                onChange={setSecret}
              />
            )}
            <Submit write={create} refused="The source was not created.">
              Create
            </Submit>
            <CommandLine
              text={command(['source', 'create'], {
                workspace: orgId,
                name: name || 'NAME',
                scheme: schemeName,
                setting: settingsOf(settings),
                'secret-file': secret === '' && !isAwaited ? '' : 'FILE',
              })}
            />
          </Form>
        )
      }}
    </Answer>
  )
}

/** The address exists before the secret is known. Nobody knows this one, so every request is refused until then. */
function unknownSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
