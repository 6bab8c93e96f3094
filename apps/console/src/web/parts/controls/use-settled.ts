import { useEffect, useState } from 'react'

const typingMs = 500

/** Returns a text as it was when the last key was a moment ago. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
