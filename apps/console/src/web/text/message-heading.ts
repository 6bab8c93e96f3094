type Message = { kind: string; heading: string; items: readonly { facts: string }[] }

/** Whether a message needs its heading: the facts of one signal say what the heading of its alert does. */
export function saysMoreThanItsSignal({ kind, heading, items }: Message): boolean {
  return kind !== 'alert' || items.length !== 1 || items[0]?.facts.startsWith(heading) !== true
}
