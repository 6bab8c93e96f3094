import { type FormEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { FormContext } from './faults.ts'

type Props = {
  /** What the form sends. */
  write: { error: Error | null; isPending: boolean; isSuccess: boolean }
  onSubmit: () => void
  className?: string
  /** Whether it holds something that was not typed into its fields, such as a plan that was read. */
  isFilled?: boolean
  children: ReactNode
}

/** A form whose fields show what was refused of them. While it is half-filled, leaving it asks first. */
export function Form({ write, onSubmit, className = 'stack', isFilled = false, children }: Props): ReactNode {
  const { error, isPending, isSuccess } = write
  const form = useRef<HTMLFormElement>(null)
  const [isTouched, setTouched] = useState(false)
  const [claimed, setClaimed] = useState<ReadonlySet<string>>(new Set())
  const claim = useCallback((path: string) => {
    setClaimed((before) => new Set([...before, path]))
    return () => setClaimed((before) => new Set([...before].filter((other) => other !== path)))
  }, [])
  const faults = error instanceof ApiError ? error.faults : none
  const touch = useCallback(() => setTouched(true), [])
  const isHalfFilled = !isPending && (isTouched || error !== null || (isFilled && !isSuccess))
  const context = useMemo(
    () => ({ faults, claimed, claim, touch, isHalfFilled }),
    [faults, claimed, claim, touch, isHalfFilled],
  )
  useEffect(() => {
    // What was sent is not lost, unless it is refused.
    if (isPending) setTouched(false)
  }, [isPending])
  useEffect(() => {
    if (error === null) return
    setTouched(true)
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    wrong?.closest('details')?.setAttribute('open', '')
    wrong?.focus()
  }, [error])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <FormContext value={context}>
      <form
        ref={form}
        className={className}
        onSubmit={submit}
        onChange={touch}
        {...(isHalfFilled && { 'data-half-filled': '' })}
        {...(isPending && { 'data-sending': '' })}
      >
        {children}
      </form>
    </FormContext>
  )
}

const none: ApiError['faults'] = []
