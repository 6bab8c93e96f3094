import type { ReactNode } from 'react'
import type { Answer } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { More } from '../../parts/form/more.tsx'
import { Guide } from '../../parts/guide/guide.tsx'
import { WatchNext } from '../rejections/watch-next.tsx'
import { Sending } from './sending/sending.tsx'

type Props = { orgId: string; source: Answer<'GET /console/api/w/{orgId}/sources/{id}'> }

/** How the sender is set up, with code that sends, and what arrives meanwhile. It is open until something has arrived. */
export function SetUp({ orgId, source }: Props): ReactNode {
  const schemes = useRead('GET /console/api/schemes', {}, { everyMs: 'never' })
  const { sourceId, name, scheme, lastDeliveryAt } = source
  const steps = schemes.data?.items.find((one) => one.name === scheme)?.guide ?? []
  return (
    <section className="card" aria-label="Setting up the sender">
      <More title="Set up the sender" isUsed={lastDeliveryAt === null}>
        <Guide steps={steps} />
        <Sending orgId={orgId} source={source} secret={undefined} />
      </More>
      <WatchNext orgId={orgId} source={sourceId} nameOf={() => name} />
    </section>
  )
}
