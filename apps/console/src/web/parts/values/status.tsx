import type { ReactNode } from 'react'

type Tone = 'good' | 'warn' | 'bad' | 'info' | 'plain'

const tones: Record<string, Tone> = {
  ...{
    applied: 'good',
    accepted: 'good',
    sent: 'good',
    active: 'good',
    idle: 'good',
    enabled: 'good',
    done: 'good',
    good: 'good',
    kept: 'good',
    delivered: 'good',
    ready: 'good',
    connected: 'good',
    answered: 'good',
  },
  ...{
    queued: 'info',
    pending: 'info',
    syncing: 'info',
    waiting: 'info',
    running: 'info',
    digested: 'info',
    next: 'info',
    asked: 'info',
  },
  ...{
    conflict: 'warn',
    degraded: 'warn',
    paused: 'warn',
    stopped: 'warn',
    late: 'warn',
    unknown: 'warn',
    unused: 'warn',
    weak: 'warn',
    expired: 'warn',
    limited: 'warn',
  },
  ...{ dead: 'bad', failed: 'bad', refused: 'bad', disabled: 'bad', broken: 'bad' },
  ...{ not_seen: 'bad', lost: 'bad', bad: 'bad' },
  ...{ in_use: 'info', fading: 'warn', safe_to_revoke: 'good' },
  ...{ immediate: 'bad', high: 'warn', medium: 'info' },
}

/** A word about how something is, with a colour that repeats it. */
export function Status({ value }: { value: string }): ReactNode {
  return (
    <span className="status" data-tone={tones[value] ?? 'plain'}>
      {value.replaceAll('_', ' ')}
    </span>
  )
}
