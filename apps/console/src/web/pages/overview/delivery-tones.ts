/** The parts of what was accepted, in the order in which they are drawn. */
export const deliveryTones = [
  ['applied', 'good'],
  ['duplicate', 'plain'],
  ['conflict', 'warn'],
  ['ignored', 'faint'],
  ['dead', 'bad'],
  ['queued', 'info'],
] as const
