import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Answer as AnswerOf, CallInput } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { Modal } from '../../parts/controls/modal.tsx'
import { Table } from '../../parts/data/table.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Submit } from '../../parts/form/submit.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { WithCode } from '../../parts/values/with-code.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { durationTextOf } from '../../text/since.ts'

type Platform = AnswerOf<'GET /console/api/w/{orgId}/platforms'>['items'][number]

const accesses: Record<string, string> = {
  ...{ open: 'open to all', key: 'needs a key', approval: 'needs an approval' },
  ...{ own_data: 'own data alone', provider: 'bring a provider' },
}

/** Where listeners can search, and what the workspace lacks for it. */
export function PlatformsPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const [opened, setOpened] = useState<string>()
  const platforms = useRead(
    'GET /console/api/w/{orgId}/platforms',
    { params: { orgId } },
    { topics: ['audit'] },
  )
  const shown = platforms.data?.items.find(({ platform }) => platform === opened)
  return (
    <Page title="Platforms" lead={<Link to={`/w/${orgId}/listeners`}>All listeners</Link>}>
      <Answer of={platforms} what="the platforms">
        {({ items }) => (
          <Table
            caption="Platforms"
            rows={items}
            keyOf={({ platform }) => platform}
            onOpen={({ platform }) => setOpened(platform)}
            columns={[
              { title: 'Platform', cell: ({ title, beta }) => (beta ? `${title} (beta)` : title) },
              {
                title: 'Can be searched',
                cell: ({ ready }) => <Status value={ready ? 'ready' : 'not_ready'} />,
              },
              { title: 'Access', isMinor: true, cell: ({ access }) => accesses[access] ?? access },
              {
                title: 'Missing',
                isWide: true,
                isMinor: true,
                wraps: true,
                cell: ({ missing }) =>
                  missing === null ? <span className="quiet">nothing</span> : <WithCode text={missing} />,
              },
            ]}
          />
        )}
      </Answer>
      <CommandLine text={command(['platform', 'list'], { workspace: orgId })} />
      <Modal title={shown?.title ?? ''} isOpen={shown !== undefined} onClose={() => setOpened(undefined)}>
        {shown !== undefined && <PlatformDetail orgId={orgId} shown={shown} />}
      </Modal>
    </Page>
  )
}

function PlatformDetail({ orgId, shown }: { orgId: string; shown: Platform }): ReactNode {
  const { platform, access, missing, beta, ranLive, documentation, connection } = shown
  const check = useWrite('POST /console/api/w/{orgId}/platform-checks')
  const mayChange = useMay('admin')
  const canBeSearched = access !== 'provider'
  return (
    <div className="stack">
      <p>
        <WithCode text={missing ?? 'Listeners of this workspace can search it.'} />
      </p>
      {beta && <p>It is in beta: it was built from documentation and never tried with a real account.</p>}
      <p className="quiet">
        {ranLive
          ? 'Tested against the live platform.'
          : 'Not tested against the live platform: the tests use a server built from its documentation.'}{' '}
        <a href={documentation} rel="noreferrer" target="_blank">
          Its documentation
        </a>
      </p>
      {mayChange && canBeSearched && (
        <>
          <p>
            <Button
              disabled={check.isPending}
              onClick={() => check.mutate({ params: { orgId }, body: { platform: platform as Asked } })}
            >
              {check.isPending ? 'Asking…' : 'Ask it once'}
            </Button>{' '}
            <span aria-live="polite">
              {check.data !== undefined && (
                <>
                  <Status value={check.data.ready ? 'ready' : 'not_ready'} />{' '}
                  {check.data.missing !== null && <WithCode text={check.data.missing} />}
                </>
              )}
            </span>
          </p>
          <Refusal error={check.error} what="The platform was not asked." />
          {connection === null ? (
            <Connect orgId={orgId} shown={shown} />
          ) : (
            <Disconnect orgId={orgId} connection={connection} needsBudget={shown.needsBudget} />
          )}
        </>
      )}
    </div>
  )
}

// The cast: the server listed the platforms.
type Asked = NonNullable<CallInput<'POST /console/api/w/{orgId}/platform-checks'>['body']>['platform']
type ConnectBody = NonNullable<CallInput<'POST /console/api/w/{orgId}/connections'>['body']>

function Connect({
  orgId,
  shown: { platform, secrets, needsBudget },
}: {
  orgId: string
  shown: Platform
}): ReactNode {
  const connect = useWrite('POST /console/api/w/{orgId}/connections')
  const [baseUrl, setBaseUrl] = useState('')
  const [most, setMost] = useState('')
  const [minutes, setMinutes] = useState('1440')
  const [values, setValues] = useState<Record<string, string>>({})
  const submit = (): void => {
    const body = {
      ...{ platform, baseUrl: baseUrl === '' ? null : baseUrl, secrets: values },
      budget: most === '' ? null : { most: Number(most), windowMs: Number(minutes) * 60_000 },
      // The cast: the server listed the platform.
    } as ConnectBody
    connect.mutate({ params: { orgId }, body })
  }
  return (
    <Form write={connect} onSubmit={submit}>
      <h3>Connect it</h3>
      {secrets.map(({ name, description }) => (
        <TextField
          key={name}
          label={description}
          path={`secrets.${name}`}
          type="password"
          value={values[name] ?? ''}
          onChange={(value) => setValues({ ...values, [name]: value })}
          required
        />
      ))}
      <TextField
        label="Address"
        path="baseUrl"
        value={baseUrl}
        onChange={setBaseUrl}
        hint="Asks this address instead of the platform's own. Leave it empty for its own."
      />
      <TextField
        path="budget.most"
        label={needsBudget ? 'Spend at most' : 'At most this many requests'}
        type="number"
        value={most}
        onChange={setMost}
        hint={
          needsBudget
            ? 'The platform bills for reads. Without a budget, nothing is requested.'
            : 'Empty means the budget that the platform allows.'
        }
        required={needsBudget}
      />
      {most !== '' && (
        <TextField
          label="in this many minutes"
          path="budget.windowMs"
          type="number"
          value={minutes}
          onChange={setMinutes}
        />
      )}
      <Submit write={connect} refused="The platform was not connected.">
        Connect
      </Submit>
      <CommandLine
        text={command(['connection', 'create', platform], {
          ...{ workspace: orgId, 'base-url': baseUrl },
          budget: most === '' ? '' : `${most}/${durationTextOf(Number(minutes) * 60_000)}`,
          ...Object.fromEntries(secrets.map(({ name }) => [fileOptionOf(name), 'FILE'])),
        })}
      />
    </Form>
  )
}

/** `api-key-file` for `apiKey`. */
function fileOptionOf(name: string): string {
  return `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-file`
}

function Disconnect({
  orgId,
  connection: { connectionId, baseUrl, budget },
  needsBudget,
}: {
  orgId: string
  connection: NonNullable<Platform['connection']>
  needsBudget: boolean
}): ReactNode {
  const remove = useWrite('DELETE /console/api/w/{orgId}/connections/{id}')
  return (
    <div className="stack">
      <h3>The connection</h3>
      <p>
        {baseUrl === null ? 'By its own addresses' : <Stranger text={baseUrl} />},{' '}
        {budget === null
          ? 'within the budget that the platform allows'
          : `at most ${budget.most} ${needsBudget ? 'that is billed' : 'requests'} in ${budget.windowMs / 60_000} min`}
        . Its credentials are never shown.
      </p>
      <Refusal error={remove.error} what="The connection was not deleted." />
      <Button
        look="danger"
        disabled={remove.isPending}
        onClick={() => remove.mutate({ params: { orgId, id: connectionId } })}
      >
        Delete the connection
      </Button>
      <CommandLine text={command(['connection', 'delete', connectionId], { workspace: orgId })} />
    </div>
  )
}
