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

/** A button for what cannot be taken back: it asks first, and says what will be lost. */
export function AskFirst({
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
}: Props): ReactNode {
  const [isAsking, setAsking] = useState(false)
  const close = (): void => setAsking(false)
  const press = (): void => {
    write.reset()
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
      <Modal title={title} isOpen={isAsking && asks} onClose={close}>
        <div className="stack">
          <p>{children}</p>
          <Refusal error={write.error} what={refused} />
          <Button look="danger" disabled={write.isPending} onClick={() => onYes(close)}>
            {label}
          </Button>
          <CommandLine text={command} />
        </div>
      </Modal>
    </>
  )
}
