import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Stranger } from '../../parts/values/stranger.tsx'
import { findTargets } from './find-targets.ts'
import { useRecordTargets } from './use-record-targets.ts'

type Props = { orgId: string; onClose: () => void }

/** Chooses a page by its name, a signal by its words, and anything by its name or id. */
export function Chooser({ orgId, onClose }: Props): ReactNode {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const id = useId()
  const targets = [...findTargets(orgId, text), ...useRecordTargets(orgId, text)]
  const chosen = targets[Math.min(at, targets.length - 1)]

  const go = (path: string | undefined): void => {
    if (path === undefined) return
    onClose()
    void navigate({ to: path })
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') go(chosen?.path)
    else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, targets.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else return
    event.preventDefault()
  }
  return (
    <div className="palette">
      <input
        role="combobox"
        aria-label="A page, a name, words or an id"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={chosen && `${id}-${chosen.path}`}
        placeholder="A page, a name, or words of a signal"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <div role="listbox" id={id} aria-label="Places" className="palette-list">
        {targets.map((target) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
          <div
            role="option"
            key={target.path}
            id={`${id}-${target.path}`}
            tabIndex={-1}
            aria-selected={target === chosen}
            onClick={() => go(target.path)}
          >
            <span>
              <Stranger text={target.name} />
            </span>
            {target.hint !== undefined && <kbd>{target.hint}</kbd>}
          </div>
        ))}
      </div>
    </div>
  )
}
