import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { mayLeave } from '../form/may-leave.ts'
import { Stranger } from '../values/stranger.tsx'
import { Icon } from './icon.tsx'

type Props = {
  /** It may have a name of a stranger in it. */
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** A panel at the side, for narrow screens. */
  variant?: 'centre' | 'side'
}

/** A dialog that holds the focus while it is open, and gives it back. Its first field has the focus, if it has one. */
export function Modal({ title, isOpen, onClose, children, variant = 'centre' }: Props): ReactNode {
  const popup = useRef<HTMLDivElement>(null)
  const close = (): void => {
    if (popup.current === null || mayLeave(popup.current)) onClose()
  }
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          ref={popup}
          className="modal"
          data-variant={variant}
          initialFocus={(how) => (how === 'touch' ? true : (firstField(popup.current) ?? true))}
        >
          <header className="modal-head">
            <Dialog.Title className="modal-title">
              <Stranger text={title} />
            </Dialog.Title>
            <Dialog.Close className="icon-button" aria-label="Close">
              <Icon name="close" />
            </Dialog.Close>
          </header>
          {children}
          <LateFocus popup={popup} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Gives the focus to the first field of a dialog that reads something before it has fields. */
function LateFocus({ popup }: { popup: RefObject<HTMLElement | null> }): ReactNode {
  useEffect(() => {
    const place = popup.current
    if (place === null || firstField(place) !== undefined) return
    const observer = new MutationObserver(() => {
      const field = firstField(place)
      if (field === undefined) return
      observer.disconnect()
      // A person who is somewhere else by now stays there.
      if (document.activeElement?.matches('.modal, .modal-head *, body') === true) field.focus()
    })
    observer.observe(place, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [popup])
  return null
}

/** Of radio buttons, the one that is chosen. */
function firstField(popup: HTMLElement | null): HTMLElement | undefined {
  const fields = 'input:not([type="radio"]:not(:checked)), select, textarea'
  return [...(popup?.querySelectorAll<HTMLElement>(fields) ?? [])].find(
    (field) => !field.matches(':disabled'),
  )
}
