import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { usePeopleNames } from '../../api/use-people-names.ts'
import { useRead } from '../../api/use-read.ts'
import { Filters } from '../../parts/controls/filters.tsx'
import { useFilters } from '../../parts/controls/use-filters.ts'
import { List } from '../../parts/data/list.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useSession } from '../../shell/session.tsx'
import { choicesOf } from '../../text/choices.ts'
import { command } from '../../text/command.ts'
import { cut } from '../../text/cut.ts'
import { readTitle } from '../../text/read-title.ts'

const names = ['assignedTo', 'region'] as const
const lead = 'The companies and people that signals are about.'

export function AccountsPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const { personId } = useSession().person
  const people = usePeopleNames(orgId)
  const assignees = choicesOf([...people].map(([id, name]) => [id, id === personId ? 'me' : name] as const))
  const [filters, change] = useFilters(names)
  const pages = usePages(JSON.stringify([orgId, filters]))
  const accounts = useRead(
    'GET /console/api/w/{orgId}/accounts',
    { params: { orgId }, query: { ...filters, cursor: pages.cursor, limit: '50' } },
    { topics: ['signals'], keep: true },
  )
  const { error } = accounts
  if (error instanceof ApiError && error.code === 'forbidden') {
    return (
      <Page title="Accounts" lead={lead}>
        <Empty title="No accounts in this plan">
          <p>
            <Stranger text={error.message} /> An operator adds it:
          </p>
          <CommandLine text={command(['workspace', 'update', orgId], { 'account-intelligence': 'on' })} />
        </Empty>
      </Page>
    )
  }
  return (
    <Page title="Accounts" lead={lead}>
      <Filters
        values={filters}
        change={change}
        filters={[
          { name: 'region', title: 'Region', placeholder: 'Germany' },
          { name: 'assignedTo', title: 'Assigned to', all: 'Anyone', other: 'someone', choices: assignees },
        ]}
      />
      <List
        of={accounts}
        what="the accounts"
        empty={
          <Empty title={Object.keys(filters).length > 0 ? 'No account matches' : 'No account yet'}>
            <p>An account comes with the first signal that names it.</p>
          </Empty>
        }
        pages={pages}
        caption="Accounts"
        keyOf={({ accountKey }) => accountKey}
        linkOf={({ accountKey }) => `/w/${orgId}/accounts/${encodeURIComponent(accountKey)}`}
        columns={[
          { title: 'Name', isWide: true, cell: ({ name }) => <Stranger text={readTitle(name)} /> },
          {
            title: 'Domain',
            isMinor: true,
            cell: ({ domain }) => domain !== null && <Stranger text={cut(domain, 60)} />,
          },
          {
            title: 'Region',
            isMinor: true,
            cell: ({ region }) => region !== null && <Stranger text={cut(region, 60)} />,
          },
          { title: 'Signals', align: 'end', isMinor: true, cell: ({ signalCount }) => signalCount },
          { title: 'Top score', align: 'end', cell: ({ topScore }) => topScore },
          {
            title: 'Last signal',
            align: 'end',
            cell: ({ lastSignalAt }) => <Moment at={lastSignalAt} />,
          },
        ]}
      />
      <CommandLine text="curl $API_URL/v1/accounts" />
    </Page>
  )
}
