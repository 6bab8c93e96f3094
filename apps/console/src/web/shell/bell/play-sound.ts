const noteMs = 160
const notes = [880, 1_320]

/** Plays two short notes. A browser that heard nothing of the person yet stays silent. */
export function playSound(): void {
  const context = new AudioContext()
  const gain = context.createGain()
  gain.gain.value = 0.08
  gain.connect(context.destination)
  notes.forEach((hertz, index) => {
    const note = context.createOscillator()
    note.frequency.value = hertz
    note.connect(gain)
    const startsAt = context.currentTime + (index * noteMs) / 1_000
    note.start(startsAt)
    note.stop(startsAt + noteMs / 1_000)
  })
  setTimeout(() => void context.close(), notes.length * noteMs + noteMs)
}
