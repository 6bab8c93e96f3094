import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Modal } from '../../parts/controls/modal.tsx'
import { Table } from '../../parts/data/table.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { readTitle } from '../../text/read-title.ts'
import { showControls } from '../../text/show-controls.ts'
import { DeleteList, RenameList } from './list-acts.tsx'

export function ListPage(): ReactNode {
  const { orgId = '', id = '' } = useParams({ strict: false })
  const mayChange = useMay('member')
  const [isRenaming, setRenaming] = useState(false)
  const { cursor, pager } = usePages(`${orgId} ${id}`)
  const read = useRead(
    'GET /console/api/w/{orgId}/lists/{id}',
    { params: { orgId, id }, query: { cursor, limit: '50' } },
    { topics: ['audit', 'signals'], keep: true },
  )
  const remove = useWrite('DELETE /console/api/w/{orgId}/lists/{listId}/signals/{signalId}')
  const close = (): void => setRenaming(false)
  return (
    <Page
      title={read.data === undefined ? `List ${id}` : showControls(read.data.list.name)}
      lead={<Link to={`/w/${orgId}/lists`}>All lists</Link>}
      acts={
        mayChange &&
        read.data !== undefined && (
          <>
            <Button onClick={() => setRenaming(true)}>Rename</Button>
            <Modal title="Rename the list" isOpen={isRenaming} onClose={close}>
              <RenameList orgId={orgId} list={read.data.list} onDone={close} />
            </Modal>
            <DeleteList orgId={orgId} list={read.data.list} />
          </>
        )
      }
    >
      <Refusal error={remove.error} what="The signal is still in the list." />
      <Answer of={read} what="the list">
        {({ list: { description }, items, nextCursor }) => (
          <>
            {description !== null && (
              <p className="quoted">
                <Stranger text={description} />
              </p>
            )}
            {items.length === 0 && cursor === undefined ? (
              <Empty title="No signal in this list">
                <p>Save one from its page.</p>
              </Empty>
            ) : (
              <>
                <Table
                  caption="Signals of the list, the last saved first"
                  rows={items}
                  keyOf={({ signal }) => signal.id}
                  linkOf={({ signal }) => `/w/${orgId}/signals/${encodeURIComponent(signal.id)}`}
                  columns={[
                    {
                      title: 'Signal',
                      isWide: true,
                      cell: ({ signal }) => <Stranger text={readTitle(signal.title)} />,
                    },
                    { title: 'Score', align: 'end', cell: ({ signal }) => signal.relevanceScore },
                    { title: 'Saved', align: 'end', cell: ({ savedAt }) => <Moment at={savedAt} /> },
                    ...(mayChange
                      ? [
                          {
                            title: 'Act',
                            align: 'end' as const,
                            cell: ({ signal }: (typeof items)[number]) => (
                              <Button
                                aria-label={`Remove ${readTitle(signal.title, 60)}`}
                                disabled={remove.isPending}
                                onClick={() =>
                                  remove.mutate({ params: { orgId, listId: id, signalId: signal.id } })
                                }
                              >
                                Remove
                              </Button>
                            ),
                          },
                        ]
                      : []),
                  ]}
                />
                {pager(nextCursor)}
              </>
            )}
          </>
        )}
      </Answer>
      <CommandLine text={command(['collection', 'show', id], { workspace: orgId })} />
    </Page>
  )
}
