import type { ComponentProps, MouseEvent, ReactNode } from 'react'

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  look?: 'primary' | 'danger' | 'chip' | 'icon' | undefined
}

/**
 * A button of the usual form. It submits a form only if its `type` says so. While it is disabled, such as until what it did
 * is stored, it keeps the focus and does nothing: by the browser's own `disabled`, who uses keys would lose their place.
 */
export function Button({ look, disabled = false, onClick, ...rest }: Props): ReactNode {
  const click = (event: MouseEvent<HTMLButtonElement>): void => {
    // Enter in a field presses the button of its form, too.
    if (disabled) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      className={classOf(look)}
      aria-disabled={disabled || undefined}
      onClick={click}
      {...rest}
    />
  )
}

function classOf(look: Props['look']): string {
  if (look === 'icon') return 'icon-button'
  return look === undefined ? 'button' : `button ${look}`
}
