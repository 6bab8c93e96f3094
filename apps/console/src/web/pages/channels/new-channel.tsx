import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { flagsOf, inputOf, KindFields, type KindValues } from '../../parts/controls/kind-fields.tsx'
import { Segments } from '../../parts/controls/segments.tsx'
import { useFilters } from '../../parts/controls/use-filters.ts'
import { Button } from '../../parts/form/button.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { ChosenKind, Gallery } from '../../parts/guide/gallery.tsx'
import { Guide } from '../../parts/guide/guide.tsx'
import { suggestionsOf, useValuesByKind } from '../../parts/guide/use-values-by-kind.ts'
import { AdminOnly } from '../../parts/page/admin-only.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { command } from '../../text/command.ts'
import { ChannelFinding, useChannelCheck } from './channel-check.tsx'
import { ChannelPreview } from './channel-preview.tsx'
import { DraftOutcome, SendDraft } from './channel-test.tsx'
import { VerifyCode } from './verify-code.tsx'

type Kind = AnswerOf<'GET /console/api/channel-kinds'>['items'][number]

export function NewChannelPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  return (
    <Page title="New channel" lead={<Link to={`/w/${orgId}/channels`}>All channels</Link>}>
      <AdminOnly does="creates channels">
        <NewChannel orgId={orgId} />
      </AdminOnly>
    </Page>
  )
}

/** A gallery of the kinds of channels, then the form of one, made from what it declares. */
function NewChannel({ orgId }: { orgId: string }): ReactNode {
  const kinds = useRead('GET /console/api/channel-kinds', {}, { everyMs: 'never' })
  const [{ kind: chosen }, change] = useFilters(['kind'])
  const [name, setName] = useState('')
  const kind = kinds.data?.items.find((one) => one.kind === chosen)
  const [values, setValues] = useValuesByKind(chosen, kind && suggestionsOf(kind))
  return (
    <Answer of={kinds} what="the kinds of channels">
      {({ items }) =>
        kind === undefined ? (
          <Gallery label="Kinds of channels" kinds={items} onChoose={(one) => change({ kind: one })} />
        ) : (
          <KindForm
            key={kind.kind}
            {...{ orgId, kind, name, setName, values, setValues }}
            onLeave={() => change({ kind: '' })}
          />
        )
      }
    </Answer>
  )
}

type KindProps = {
  orgId: string
  kind: Kind
  name: string
  setName: (name: string) => void
  values: KindValues
  setValues: (values: KindValues) => void
  onLeave: () => void
}

function KindForm({ orgId, kind, onLeave, ...typed }: KindProps): ReactNode {
  const { name, setName, values, setValues } = typed
  const create = useWrite('POST /console/api/w/{orgId}/channels')
  const test = useWrite('POST /console/api/w/{orgId}/channel-tests')
  const [wayNeeds, setWayNeeds] = useState(kind.ways[0]?.needs)
  const { finding, offered } = useChannelCheck(orgId, kind, values)
  if (create.data !== undefined) return <Created orgId={orgId} created={create.data} />
  const way = kind.ways.find(({ needs }) => needs === wayNeeds)
  const options = optionsOf(kind, wayNeeds)
  const input = { kind: kind.kind, ...inputOf(options, values) }
  const submit = (): void => {
    test.reset()
    create.mutate({ params: { orgId }, body: { name, ...input } })
  }
  const isChecked = options.some(({ member }) => member === kind.check?.needs)
  // A test that is refused marks the fields too.
  const write = { ...create, error: create.error ?? test.error }
  return (
    <Form write={write} onSubmit={submit} className="with-preview">
      <div className="card stack">
        <ChosenKind kind={kind} onLeave={onLeave} />
        {kind.gap !== null && <p className="error-text">{kind.gap}</p>}
        {way !== undefined && (
          <Segments
            label="How it is connected"
            value={way.needs}
            choices={kind.ways.map(({ needs, title }) => ({ value: needs, title }))}
            onChange={setWayNeeds}
          />
        )}
        <Guide steps={[...(way?.guide ?? []), ...kind.guide]} />
        <TextField label="Name" path="name" value={name} onChange={setName} placeholder="Sales" required />
        <KindFields options={options} values={values} onChange={setValues} offered={offered} />
        {isChecked && <ChannelFinding title={kind.title} finding={finding} />}
        <DraftOutcome test={test} />
        <Refusal error={create.error} what="The channel was not created." />
        <div className="row-acts">
          <Button type="submit" look="primary" disabled={create.isPending}>
            Create
          </Button>
          <SendDraft test={test} onSend={() => test.mutate({ params: { orgId }, body: input })} />
        </div>
        <CommandLine
          text={command(['channel', 'create', kind.kind], {
            ...{ workspace: orgId, name: name || 'NAME' },
            ...flagsOf(options, values),
          })}
        />
      </div>
      <ChannelPreview orgId={orgId} input={input} />
    </Form>
  )
}

/** What the chosen way asks for: nothing that another one needs. */
function optionsOf({ options, ways }: Kind, chosen: string | undefined): Kind['options'] {
  const others = ways.map(({ needs }) => needs).filter((needs) => needs !== chosen)
  return options
    .filter(({ member, goesWith }) => !others.includes(member) && !others.includes(goesWith ?? ''))
    .map((option) => (option.member === chosen ? { ...option, isNeeded: true } : option))
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
