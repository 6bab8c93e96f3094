import type { ComponentProps, ReactNode } from 'react'

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  look?: 'primary' | 'danger' | 'chip' | undefined
}

/** A button of the usual form. It submits a form only if its `type` says so. */
export function Button({ look, ...rest }: Props): ReactNode {
  return <button type="button" className={look === undefined ? 'button' : `button ${look}`} {...rest} />
}
