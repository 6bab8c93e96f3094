import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { flagsOf, inputOf, KindFields } from '../../parts/controls/kind-fields.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Submit } from '../../parts/form/submit.tsx'
import { ChosenKind, Gallery } from '../../parts/guide/gallery.tsx'
import { Guide } from '../../parts/guide/guide.tsx'
import { useValuesByKind } from '../../parts/guide/use-values-by-kind.ts'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { command } from '../../text/command.ts'
import { ChannelFinding, useChannelCheck } from './channel-check.tsx'
import { VerifyCode } from './verify-code.tsx'

/** A gallery of the kinds of channels, then the form of one, made from what it declares. */
export function NewChannel({ orgId, onCreated }: { orgId: string; onCreated?: () => void }): ReactNode {
  const kinds = useRead('GET /console/api/channel-kinds', {}, { everyMs: 'never' })
  const create = useWrite('POST /console/api/w/{orgId}/channels')
  const [kindName, setKindName] = useState<string>()
  const [name, setName] = useState('')
  const [values, setValues] = useValuesByKind(kindName)
  const kind = kinds.data?.items.find((one) => one.kind === kindName)
  const { finding, offered } = useChannelCheck(orgId, kind, values)
  if (create.data !== undefined) return <Created orgId={orgId} created={create.data} />
  return (
    <Answer of={kinds} what="the kinds of channels">
      {({ items }) => {
        if (kind === undefined) {
          return <Gallery label="Kinds of channels" kinds={items} onChoose={setKindName} />
        }
        const submit = (): void => {
          const body = { name, kind: kind.kind, ...inputOf(kind.options, values) }
          create.mutate({ params: { orgId }, body }, { onSuccess: () => onCreated?.() })
        }
        return (
          <Form write={create} onSubmit={submit}>
            <ChosenKind kind={kind} onLeave={() => setKindName(undefined)} />
            {kind.gap !== null && <p className="error-text">{kind.gap}</p>}
            <TextField
              label="Name"
              path="name"
              value={name}
              onChange={setName}
              placeholder="Sales"
              required
            />
            <Guide steps={kind.guide} />
            <KindFields options={kind.options} values={values} onChange={setValues} offered={offered} />
            {kind.check !== null && <ChannelFinding title={kind.title} finding={finding} />}
            <Submit write={create} refused="The channel was not created.">
              Create
            </Submit>
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

type Created = { channelId: string; kind: string; secret: string | null }

function Created({
  orgId,
  created: { channelId, kind, secret },
}: {
  orgId: string
  created: Created
}): ReactNode {
  const channel = useRead('GET /console/api/w/{orgId}/channels/{id}', { params: { orgId, id: channelId } })
  const interactionsUrl = channel.data?.interactionsUrl ?? null
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
      {kind === 'webhook' && <VerifyCode secret={secret} />}
      {interactionsUrl !== null && (
        <div className="stack">
          <p>
            One step is left for its buttons: open “Interactivity & Shortcuts” in the settings of the app,
            turn it on, and paste this address as “Request URL”.
          </p>
          <Copyable text={interactionsUrl} label="the address of the buttons" />
        </div>
      )}
      <Link className="button primary" to={`/w/${orgId}/channels/${channelId}`}>
        Open the channel
      </Link>
    </div>
  )
}
