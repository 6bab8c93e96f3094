import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Answer as AnswerOf, CallInput } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { Form } from '../../parts/form/form.tsx'
import { More } from '../../parts/form/more.tsx'
import { Submit } from '../../parts/form/submit.tsx'
import { ChosenKind, Gallery } from '../../parts/guide/gallery.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { command } from '../../text/command.ts'
import { CreatedSource } from './created-source.tsx'
import { SchemeSettings, settingsOf } from './scheme-settings.tsx'

type Created = AnswerOf<'POST /console/api/w/{orgId}/sources'>
type Scheme = AnswerOf<'GET /console/api/schemes'>['items'][number]
type Body = NonNullable<CallInput<'POST /console/api/w/{orgId}/sources'>['body']>
type Props = { orgId: string; onCreated?: (source: Created) => void }

/** Who sends, then the form for a source, then what the sender needs. */
export function NewSource({ orgId, onCreated }: Props): ReactNode {
  const schemes = useRead('GET /console/api/schemes', {}, { everyMs: 'never' })
  const create = useWrite('POST /console/api/w/{orgId}/sources')
  const [chosen, setChosen] = useState<string>()
  const [lacksSecret, setLacksSecret] = useState(false)
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
        const scheme = items.find((one) => one.name === chosen)
        if (scheme === undefined) {
          const kinds = items.map(({ name, ...about }) => ({ kind: name, ...about }))
          return <Gallery label="Who sends" kinds={kinds} onChoose={setChosen} />
        }
        return (
          <SchemeForm
            key={scheme.name}
            orgId={orgId}
            scheme={scheme}
            write={create}
            onSubmit={(body, isAwaited) => {
              setLacksSecret(isAwaited)
              create.mutate({ params: { orgId }, body }, { onSuccess: (created) => onCreated?.(created) })
            }}
            onLeave={() => {
              // What was refused of one kind is not said of another.
              create.reset()
              setChosen(undefined)
            }}
          />
        )
      }}
    </Answer>
  )
}

type FormProps = {
  orgId: string
  scheme: Scheme
  write: ComponentProps<typeof Submit>['write'] & ComponentProps<typeof Form>['write']
  onSubmit: (body: Body, isAwaited: boolean) => void
  onLeave: () => void
}

function SchemeForm({ orgId, scheme, write, onSubmit, onLeave }: FormProps): ReactNode {
  const isOurs = scheme.name === 'service-v1'
  const [name, setName] = useState(isOurs ? '' : scheme.title)
  const [secret, setSecret] = useState('')
  const [settings, setSettings] = useState<Record<string, string>>({})
  const isAwaited = scheme.ownSecretRequired && secret.trim() === ''
  const submit = (): void => {
    const given = isAwaited ? unknownSecret() : secret.trim()
    onSubmit({ name, scheme: scheme.name, settings, ...(given !== '' && { secret: given }) }, isAwaited)
  }
  return (
    <Form write={write} onSubmit={submit}>
      <ChosenKind kind={{ kind: scheme.name, ...scheme }} onLeave={onLeave} />
      <TextField label="Name" path="name" value={name} onChange={setName} placeholder="CRM" required />
      <SchemeSettings of={scheme} values={settings} onChange={setSettings} />
      {!isOurs && (
        <More title="It has a secret already" isUsed={false}>
          <TextField
            label="Secret of the sender"
            path="secret"
            type="password"
            hint={
              scheme.ownSecretRequired
                ? 'Most senders show it only once they have the address. You then paste it in the next step.'
                : 'Without one, you get one for the sender.'
            }
            value={secret}
            onChange={setSecret}
          />
        </More>
      )}
      <Submit write={write} refused="The source was not created.">
        Create, and get its address
      </Submit>
      <CommandLine
        text={command(['source', 'create'], {
          workspace: orgId,
          name: name || 'NAME',
          scheme: scheme.name,
          setting: settingsOf(settings),
          'secret-file': secret === '' && !isAwaited ? '' : 'FILE',
        })}
      />
    </Form>
  )
}

/** The address exists before the secret is known. Nobody knows this one, so every request is refused until then. */
function unknownSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
