import { labelOfMember, nameAct } from '@signalpost/domain/text'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { downloadAddress } from '../../api/download-address.ts'
import { usePeopleNames } from '../../api/use-people-names.ts'
import { useRead } from '../../api/use-read.ts'
import { Filters } from '../../parts/controls/filters.tsx'
import { Modal } from '../../parts/controls/modal.tsx'
import { useFilters } from '../../parts/controls/use-filters.ts'
import { List } from '../../parts/data/list.tsx'
import { Button } from '../../parts/form/button.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { choicesOf, periodChoices } from '../../text/choices.ts'
import { command } from '../../text/command.ts'
import { momentOf } from '../../text/since.ts'
import { type Entry, EntryDetail, Target } from './entry-detail.tsx'

const names = ['act', 'actor', 'since', 'until'] as const
const cleared = { act: '', actor: '', since: '', until: '' }

export function AuditPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const [filters, change] = useFilters(names)
  const [opened, setOpened] = useState<Entry>()
  const pages = usePages(JSON.stringify([orgId, filters]))
  const nowMs = Date.now()
  const query = { ...filters, since: momentOf(filters.since, nowMs), until: momentOf(filters.until, nowMs) }
  const audit = useRead(
    'GET /console/api/w/{orgId}/audit',
    { params: { orgId }, query: { ...query, cursor: pages.cursor, limit: '50' } },
    { topics: ['audit'], keep: true },
  )
  const people = usePeopleNames(orgId)
  const acts = useRead('GET /console/api/acts', {}, { everyMs: 'never' })
  const { until: _until, ...ofCommand } = filters
  return (
    <Page
      title="Audit log"
      lead="Who did what. Nothing here can be changed or deleted."
      acts={
        <a className="button" href={downloadAddress(orgId, 'audit.csv', query)} download>
          Download as CSV
        </a>
      }
    >
      <Filters
        values={filters}
        change={change}
        filters={[
          {
            name: 'act',
            title: 'Act',
            choices: choicesOf((acts.data?.items ?? []).map((act) => [act, nameAct(act)])),
          },
          { name: 'actor', title: 'By', all: 'Anyone', other: 'someone else', choices: choicesOf(people) },
          { name: 'since', title: 'Since', all: 'The beginning', choices: periodChoices },
          { name: 'until', title: 'Before', isMoment: true },
        ]}
      />
      <List
        of={audit}
        what="the audit log"
        empty={
          <Empty title={Object.keys(filters).length > 0 ? 'No entry matches' : 'No entry yet'}>
            {Object.keys(filters).length > 0 && <Button onClick={() => change(cleared)}>Show all</Button>}
          </Empty>
        }
        pages={pages}
        caption="What was done, the newest first"
        keyOf={({ auditId }) => auditId}
        onOpen={setOpened}
        columns={[
          {
            title: 'Act',
            isWhole: true,
            cell: ({ act, refusal }) => (refusal === null ? nameAct(act) : `${nameAct(act)} (refused)`),
          },
          {
            title: 'Target',
            isMinor: true,
            isWide: true,
            cell: ({ target }) => (
              <>
                {target.name === null && `${labelOfMember(target.type)} `}
                <Target orgId={orgId} target={target} />
              </>
            ),
          },
          {
            title: 'By',
            cell: ({ actor, via }) => (
              <>
                <Stranger text={actor.name ?? actor.id} />
                {via !== null && <span className="quiet"> by command line</span>}
              </>
            ),
          },
          { title: 'When', align: 'end', cell: ({ at }) => <Moment at={at} /> },
        ]}
      />
      <CommandLine text={command(['audit', 'list'], { workspace: orgId, ...ofCommand })} />
      <Modal
        title={opened === undefined ? '' : nameAct(opened.act)}
        isOpen={opened !== undefined}
        onClose={() => setOpened(undefined)}
      >
        {opened !== undefined && <EntryDetail orgId={orgId} entry={opened} />}
      </Modal>
    </Page>
  )
}
