import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useSchemeTitle } from '../../api/use-scheme-title.ts'
import { Modal } from '../../parts/controls/modal.tsx'
import { List } from '../../parts/data/list.tsx'
import { Button } from '../../parts/form/button.tsx'
import { AdminOnly } from '../../parts/page/admin-only.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { NewSource } from './source-new.tsx'

export function SourcesPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const [isCreating, setCreating] = useState(false)
  const mayCreate = useMay('admin')
  const schemeTitle = useSchemeTitle()
  const sources = useRead(
    'GET /console/api/w/{orgId}/sources',
    { params: { orgId } },
    { topics: ['sources', 'audit'] },
  )
  const create = mayCreate && (
    <Button look="primary" onClick={() => setCreating(true)}>
      New source
    </Button>
  )
  return (
    <Page
      title="Sources"
      lead="Senders that may deliver, each with its own address and secret."
      acts={create}
    >
      <List
        of={sources}
        what="the sources"
        empty={
          <Empty title="No source yet">
            <p>A source gives one sender an address to deliver to and a secret to sign with.</p>
          </Empty>
        }
        caption="Sources, the oldest first"
        keyOf={({ sourceId }) => sourceId}
        linkOf={({ sourceId }) => `/w/${orgId}/sources/${sourceId}`}
        columns={[
          { title: 'Name', isWide: true, cell: ({ name }) => <Stranger text={name} /> },
          {
            title: 'State',
            cell: ({ enabled }) => <Status value={enabled ? 'enabled' : 'disabled'} />,
          },
          { title: 'Signs as', isMinor: true, cell: ({ scheme }) => schemeTitle(scheme) },
          {
            title: 'Last delivery',
            align: 'end',
            cell: ({ lastDeliveryAt }) => <Moment at={lastDeliveryAt} />,
          },
        ]}
      />
      <CommandLine text={command(['source', 'list'], { workspace: orgId })} />
      <Modal title="New source" isOpen={isCreating} onClose={() => setCreating(false)}>
        <NewSource orgId={orgId} />
      </Modal>
    </Page>
  )
}

/** The dialog as a page of its own, for who comes by an address. */
export function NewSourcePage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  return (
    <Page title="New source" lead={<Link to={`/w/${orgId}/sources`}>All sources</Link>}>
      <AdminOnly does="creates sources">
        <section className="card">
          <NewSource orgId={orgId} />
        </section>
      </AdminOnly>
    </Page>
  )
}
