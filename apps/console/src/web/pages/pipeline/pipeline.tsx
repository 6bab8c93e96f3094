import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Modal } from '../../parts/controls/modal.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { useMay } from '../../shell/session.tsx'
import { NewDeal } from './deal-new.tsx'
import { PipelineStage } from './pipeline-stage.tsx'
import { stages } from './stages.ts'

export function PipelinePage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const mayChange = useMay('member')
  const [isCreating, setCreating] = useState(false)
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
        mayChange && (
          <button type="button" className="button primary" onClick={() => setCreating(true)}>
            New deal
          </button>
        )
      }
    >
      <Answer of={sums} what="the sums">
        {({ items, summedAtMost }) => (
          <div className="board">
            {stages.map((stage) => (
              <PipelineStage
                key={stage}
                orgId={orgId}
                stage={stage}
                sums={items.filter((sum) => sum.stage === stage)}
                summedAtMost={summedAtMost}
                mayChange={mayChange}
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
