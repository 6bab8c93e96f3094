import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { Modal } from '../../parts/controls/modal.tsx'
import { List } from '../../parts/data/list.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Submit } from '../../parts/form/submit.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { cut } from '../../text/cut.ts'

export function ListsPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const mayCreate = useMay('member')
  const [isCreating, setCreating] = useState(false)
  const pages = usePages(orgId)
  const lists = useRead(
    'GET /console/api/w/{orgId}/lists',
    { params: { orgId }, query: { cursor: pages.cursor, limit: '50' } },
    { topics: ['audit'], keep: true },
  )
  return (
    <Page
      title="Lists"
      lead="Signals that people keep together."
      acts={
        mayCreate && (
          <Button look="primary" onClick={() => setCreating(true)}>
            New list
          </Button>
        )
      }
    >
      <List
        of={lists}
        what="the lists"
        empty={
          <Empty title="No list yet">
            <p>A list keeps signals together: from their pages, by the API, or here.</p>
          </Empty>
        }
        pages={pages}
        caption="Lists, the newest first"
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/w/${orgId}/lists/${id}`}
        columns={[
          { title: 'Name', cell: ({ name }) => <Stranger text={name} /> },
          {
            title: 'Description',
            isMinor: true,
            isWide: true,
            wraps: true,
            cell: ({ description }) => description !== null && <Stranger text={cut(description)} />,
          },
          { title: 'Created', align: 'end', cell: ({ createdAt }) => <Moment at={createdAt} /> },
        ]}
      />
      <CommandLine text={command(['collection', 'list'], { workspace: orgId })} />
      <Modal title="New list" isOpen={isCreating} onClose={() => setCreating(false)}>
        <NewList orgId={orgId} onDone={() => setCreating(false)} />
      </Modal>
    </Page>
  )
}

function NewList({ orgId, onDone }: { orgId: string; onDone: () => void }): ReactNode {
  const create = useWrite('POST /console/api/w/{orgId}/lists')
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const submit = (): void => {
    const body = { name, description: description.trim() === '' ? null : description }
    create.mutate({ params: { orgId }, body }, { onSuccess: onDone })
  }
  return (
    <Form write={create} onSubmit={submit}>
      <p>Everyone in the workspace sees the list.</p>
      <TextField label="Name" path="name" value={name} onChange={setName} required />
      <TextField
        label="Description"
        path="description"
        value={description}
        onChange={setDescription}
        hint="May be empty."
      />
      <Submit write={create} refused="The list was not created.">
        Create
      </Submit>
    </Form>
  )
}
