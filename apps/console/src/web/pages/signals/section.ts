import { page, type Section } from '../../section.ts'

export const signals: Section = {
  ...{ title: 'Signals', path: 'signals', icon: 'signals', key: 's', group: 'Leads' },
  idPrefix: 'sig_',
  keys: [
    ['j  k', 'open the next signal, the one before'],
    ['e', 'assign it to me, and open the next one'],
    ['g  b', 'good or bad, and open the next one'],
    ['u', 'mark it read, and open the next one'],
    ['a', 'acknowledge it, and open the next one'],
    ['z', 'undo'],
    ['x', 'select it; the keys then act on all that are selected'],
    ['s', 'save it to a list'],
    ['n', 'write a note'],
    ['d', 'make a deal of it'],
  ],
  pages: {
    '': page(() => import('./signals.tsx'), 'SignalsPage'),
    $id: page(() => import('./signal.tsx'), 'SignalPage'),
    '$id/timeline': page(() => import('./timeline.tsx'), 'TimelinePage'),
  },
  frame: { component: page(() => import('./inbox/inbox.tsx'), 'SignalsInbox'), around: ['', '$id'] },
}
