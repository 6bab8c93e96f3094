import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { DemoNotice } from './demo-notice.tsx'
import { Hours } from './overview-hours.tsx'
import { Leads } from './overview-leads.tsx'
import { Sums } from './overview-sums.tsx'

type Overview = AnswerOf<'GET /console/api/w/{orgId}/overview'>

export function OverviewPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const overview = useRead(
    'GET /console/api/w/{orgId}/overview',
    { params: { orgId } },
    { topics: ['deliveries', 'alerts', 'rejections', 'channels', 'warehouses', 'audit'] },
  )
  return (
    <Page title="Overview" acts={<DemoNotice orgId={orgId} />}>
      <Answer of={overview} what="the overview">
        {(data) => (
          <>
            <Sentence overview={data} />
            <Findings findings={data.findings} />
            {isNew(data) ? (
              <FirstSteps orgId={orgId} />
            ) : (
              <>
                <Leads orgId={orgId} />
                <Sums orgId={orgId} overview={data} />
                <Hours orgId={orgId} />
              </>
            )}
            <CommandLine text="./signalpost doctor" />
          </>
        )}
      </Answer>
    </Page>
  )
}

function Sentence({ overview: { sentence, findings } }: { overview: Overview }): ReactNode {
  const isLost = findings.some(({ harm }) => harm === 'lost')
  const tone = isLost ? 'bad' : findings.length > 0 ? 'warn' : 'good'
  return (
    <p className="sentence" data-tone={tone} role="status">
      {sentence}
    </p>
  )
}

function Findings({ findings }: { findings: Overview['findings'] }): ReactNode {
  if (findings.length === 0) return null
  return (
    <ul className="findings" aria-label="What needs you">
      {findings.map(({ kind, harm, summary, remedy, link }) => (
        <li key={`${kind} ${link}`}>
          <Link to={link} data-row className="finding">
            <Status value={harm} />
            <span>
              <span className="finding-summary">
                <Stranger text={summary} />
              </span>
              <span className="quiet">{remedy}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function isNew({ ledger, sentence }: Overview): boolean {
  return ledger['7d'].accepted === 0 && sentence === 'Nothing was received yet.'
}

function FirstSteps({ orgId }: { orgId: string }): ReactNode {
  return (
    <Empty title="Nothing was received yet">
      <p>
        <Link to={`/w/${orgId}/start`}>Getting started</Link> leads from a source to a first signal and a test
        alert. To look around first, send the demo's 400 signals.
      </p>
      <CommandLine text="npm run demo" />
    </Empty>
  )
}
