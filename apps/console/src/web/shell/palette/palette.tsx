import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Modal } from '../../parts/controls/modal.tsx'

const load = () => import('./chooser.tsx')
/** Not part of the first page's scripts: it reads what strangers wrote. */
const Chooser = lazy(async () => ({ default: (await load()).Chooser }))

type Props = { orgId: string; isOpen: boolean; onClose: () => void }

/** Goes to a page, a signal, or anything that has a name. */
export function Palette({ orgId, isOpen, onClose }: Props): ReactNode {
  // After the first page, so that it is there when a key opens it.
  useEffect(() => void load(), [])
  return (
    <Modal title="Go to" isOpen={isOpen} onClose={onClose}>
      <Suspense>
        <Chooser orgId={orgId} onClose={onClose} />
      </Suspense>
    </Modal>
  )
}
