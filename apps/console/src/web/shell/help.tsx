import { type ReactNode, useState } from 'react'
import { Modal } from '../parts/controls/modal.tsx'
import { sections } from '../sections.ts'
import { areKeysOn, switchKeys } from './settings.ts'

const keys: readonly (readonly [keys: string, meaning: string])[] = [
  ['Ctrl K', 'find a page, a signal, a name or an id'],
  ['/', 'filter this list'],
  ['j  k', 'next row, row before'],
  ['Enter', 'open the row'],
  ['?', 'this help'],
  ...sections.flatMap(({ keys: own = [], title }) =>
    own.map(([key, meaning]) => [key, `${meaning} (${title})`] as const),
  ),
  ...sections.map(({ key, title }) => [`g ${key}`, title] as const),
]

export function Help({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  const [isOn, setOn] = useState(areKeysOn)
  const change = (on: boolean): void => {
    switchKeys(on)
    setOn(on)
  }
  return (
    <Modal title="Keyboard" isOpen={isOpen} onClose={onClose}>
      <dl className="key-list">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={(event) => change(event.currentTarget.checked)} />
        Single keys do this
      </label>
    </Modal>
  )
}
