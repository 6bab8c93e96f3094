import { type ReactNode, useState } from 'react'
import { Modal } from '../controls/modal.tsx'
import { CommandLine } from '../page/command-line.tsx'
import { Button } from './button.tsx'
import { Refusal } from './refusal.tsx'

type Props = {
  /** What the button says, which opens the question, and the one that answers it. */
  label: string
  title: string
  /** What did not happen, as a sentence. */
  refused: string
  write: { error: Error | null; isPending: boolean; reset: () => void }
  /** Does it; `close` takes the question away. */
  onYes: (close: () => void) => void
  command: string
  look?: 'danger' | 'primary'
  /** False where the same button takes it back. */
  asks?: boolean
  disabled?: boolean
  /** What it means. */
  children: ReactNode
}

/**
 * A button for what cannot be taken back: it asks first, and says what will be lost.
 *
 * The question stays as it was asked. The button may say the opposite in the meantime, because the answer has
 * come or because someone else did it, and a yes must not mean that.
 */
export function AskFirst(props: Props): ReactNode {
  const {
    label,
    title,
    refused,
    write,
    onYes,
    command,
    look,
    asks = true,
    disabled = false,
    children,
  } = props
  const [isAsking, setAsking] = useState(false)
  const [asked, setAsked] = useState(props)
  const close = (): void => setAsking(false)
  const press = (): void => {
    write.reset()
    setAsked(props)
    if (asks) setAsking(true)
    else onYes(close)
  }
  return (
    <>
      <Button
        look={look}
        disabled={disabled || (write.isPending && !isAsking)}
        title={command}
        onClick={press}
      >
        {label}
      </Button>
      {!asks && <Refusal error={write.error} what={refused} />}
      <Modal title={title} isOpen={isAsking} onClose={close}>
        <div className="stack">
          <p>{children}</p>
          <Refusal error={write.error} what={asked.refused} />
          <Button look="danger" disabled={write.isPending} onClick={() => asked.onYes(close)}>
            {asked.label}
          </Button>
          <CommandLine text={asked.command} />
        </div>
      </Modal>
    </>
  )
}
