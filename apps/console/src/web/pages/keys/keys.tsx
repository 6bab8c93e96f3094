import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { usePeopleNames } from '../../api/use-people-names.ts'
import { useRead } from '../../api/use-read.ts'
import { Modal } from '../../parts/controls/modal.tsx'
import { List } from '../../parts/data/list.tsx'
import { Button } from '../../parts/form/button.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { KeyActor } from './key-actor.tsx'
import { type Key, KeyDetail } from './key-detail.tsx'
import { NewKey } from './key-new.tsx'

export function KeysPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const [isCreating, setCreating] = useState(false)
  const [opened, setOpened] = useState<Key>()
  const isAdmin = useMay('admin')
  const people = usePeopleNames(orgId)
  const pages = usePages(orgId)
  const keys = useRead(
    'GET /console/api/w/{orgId}/keys',
    { params: { orgId }, query: { cursor: pages.cursor, limit: '50' } },
    { topics: ['audit'], keep: true },
  )
  return (
    <Page
      title="API keys"
      lead="Keys for programs that call the API. Each has the rights of its scopes and no others."
      acts={
        isAdmin && (
          <Button look="primary" onClick={() => setCreating(true)}>
            New key
          </Button>
        )
      }
    >
      <List
        of={keys}
        what="the keys"
        empty={
          <Empty title="No key yet">
            <p>A program reads signals and writes to the pipeline with a key of its own.</p>
          </Empty>
        }
        pages={pages}
        caption="API keys, the newest first"
        keyOf={({ keyId }) => keyId}
        onOpen={setOpened}
        columns={[
          {
            title: 'Key',
            isWide: true,
            cell: ({ name }) => <Stranger text={name ?? 'Without a name'} />,
          },
          { title: 'State', cell: ({ state }) => <Status value={state} /> },
          {
            title: 'Scopes',
            isMinor: true,
            cell: ({ scopes }) => (scopes.length > 2 ? `${scopes.length} scopes` : scopes.join(', ')),
          },
          {
            title: 'Acts as',
            isMinor: true,
            cell: (apiKey) => <KeyActor apiKey={apiKey} people={people} />,
          },
          {
            title: 'Owner',
            isMinor: true,
            cell: ({ owner }) => (owner === null ? 'not known' : <Stranger text={owner.name ?? owner.id} />),
          },
          {
            title: 'Expires',
            isMinor: true,
            cell: ({ expiresAt }) => (expiresAt === null ? 'never' : <Moment at={expiresAt} mayBeAhead />),
          },
          { title: 'Last used', align: 'end', cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
        ]}
      />
      <CommandLine text={command(['key', 'list'], { workspace: orgId })} />
      <Modal title="New key" isOpen={isCreating} onClose={() => setCreating(false)}>
        <NewKey orgId={orgId} />
      </Modal>
      <Modal title="API key" isOpen={opened !== undefined} onClose={() => setOpened(undefined)}>
        {opened !== undefined && (
          <KeyDetail orgId={orgId} apiKey={opened} onDone={() => setOpened(undefined)} />
        )}
      </Modal>
    </Page>
  )
}
