import { useParams } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { downloadAddress } from '../../api/download-address.ts'
import { usePeopleNames } from '../../api/use-people-names.ts'
import { useRead } from '../../api/use-read.ts'
import { SelectField } from '../../parts/controls/field.tsx'
import { Modal } from '../../parts/controls/modal.tsx'
import { useFilters } from '../../parts/controls/use-filters.ts'
import { Button } from '../../parts/form/button.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { useMay } from '../../shell/session.tsx'
import { NewDeal } from './deal-new.tsx'
import { type Moved, PipelineStage } from './pipeline-stage.tsx'
import { isOpen, type Stage, stages } from './stages.ts'

const names = ['stage', 'open'] as const
type Filters = Partial<Record<(typeof names)[number], string>>

const choices = [
  { value: 'open', title: 'Open deals' },
  { value: 'closed', title: 'Won and lost deals' },
  ...stages.map((stage) => ({ value: stage, title: `Only ${stage}` })),
]

export function PipelinePage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const mayChange = useMay('member')
  const [isCreating, setCreating] = useState(false)
  const [filters, change] = useFilters(names)
  const moved = useRef<Moved>(undefined)
  const shown = stages.filter((stage) => isShown(stage, filters))
  const people = usePeopleNames(orgId)
  const sums = useRead(
    'GET /console/api/w/{orgId}/pipeline-sums',
    { params: { orgId } },
    { topics: ['audit', 'signals'], keep: true },
  )
  return (
    <Page
      title="Pipeline"
      lead="Deals by stage. Drag a deal, or move the focused deal with ← and →."
      acts={
        <>
          <a className="button" href={downloadAddress(orgId, 'pipeline.csv', filters)} download>
            Download as CSV
          </a>
          {mayChange && (
            <Button look="primary" onClick={() => setCreating(true)}>
              New deal
            </Button>
          )}
        </>
      }
    >
      <search className="filters">
        <SelectField
          label="Show"
          isSearch
          all="All deals"
          value={chosenOf(filters)}
          choices={choices}
          onChange={(chosen) => change({ ...none, ...filtersOf(chosen) })}
        />
      </search>
      <Answer of={sums} what="the sums">
        {({ items, summedAtMost }) => (
          <div className="board">
            {shown.map((stage) => (
              <PipelineStage
                key={stage}
                orgId={orgId}
                stage={stage}
                sums={items.filter((sum) => sum.stage === stage)}
                summedAtMost={summedAtMost}
                people={people}
                mayChange={mayChange}
                moved={moved}
              />
            ))}
          </div>
        )}
      </Answer>
      <CommandLine text="curl $API_URL/v1/pipeline" />
      <Modal title="New deal" isOpen={isCreating} onClose={() => setCreating(false)}>
        <NewDeal orgId={orgId} />
      </Modal>
    </Page>
  )
}

const none = { stage: '', open: '' }

function filtersOf(chosen: string): Filters {
  if (chosen === 'open' || chosen === 'closed') return { open: String(chosen === 'open') }
  return { stage: chosen }
}

/** The address may have come from an assistant, with both filters. */
function chosenOf({ stage, open }: Filters): string {
  return stage ?? { true: 'open', false: 'closed' }[open ?? ''] ?? ''
}

function isShown(stage: Stage, filters: Filters): boolean {
  if (filters.stage !== undefined && filters.stage !== stage) return false
  return filters.open === undefined || filters.open === String(isOpen(stage))
}
