import { page, type Section } from '../../section.ts'

export const signals: Section = {
  ...{ title: 'Signals', path: 'signals', icon: 'signals', key: 's', group: 'Leads' },
  idPrefix: 'sig_',
  keys: [
    ['a', 'assign the signal to you'],
    ['v', 'judge it: good, bad, not at all'],
    ['u', 'mark it as read'],
  ],
  pages: {
    '': page(() => import('./signals.tsx'), 'SignalsPage'),
    $id: page(() => import('./signal.tsx'), 'SignalPage'),
    '$id/timeline': page(() => import('./timeline.tsx'), 'TimelinePage'),
  },
}
